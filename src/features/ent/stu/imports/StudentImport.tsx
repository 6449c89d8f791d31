import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { unitTypes } from '#domain/units/units.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { ImportWizard } from '#web/importing/ImportWizard.tsx'
import type { StudentPlaceNode } from '../stu.parts.contract.ts'
import { type ImportPage, importPages } from './importPages.contract.ts'

type Wizard = Pick<ComponentProps<typeof ImportWizard>, 'preview' | 'create' | 'needs'> & {
  list?: ComponentProps<typeof ImportWizard>['list']
}

const students = { path: '/ent/stu', noun: '学生', unit: '名' }
const who = '学号、证件号（至少一个）'

const optional = '可以有：身份证件类型、出生日期、民族、学号、两位家长的姓名、关系和手机、标签。'
// Tells what a list into a class or a grade must hold.
const needsInto = {
  class: `要有这些列：姓名、性别、证件号。${optional}`,
  grade: `要有这些列：姓名、性别、证件号、班级（只写班号也可以）。${optional}`,
}

const wizards: Record<ImportPage['kind'], Wizard> = {
  stunew: {
    preview: stu.importnewstu,
    create: stu.importnewstucreate,
    needs:
      '要有这些列：姓名、性别、年级（或写明年级的班级）、证件号。可以有：班级、身份证件类型、出生日期、民族、学号、两位家长的姓名、关系和手机、标签。没有班级的放到待分班。',
  },
  stubasic: {
    preview: stu.importstu,
    create: stu.importstucreate,
    needs: `要有：${who}。可以有姓名、性别、手机、标签、备注和档案的任何一项。空着的格子不改，写“清空”会清空。`,
  },
  stuptrtel: {
    preview: stu.importptrtel,
    create: stu.importptrtelcreate,
    list: { path: '/ent/stuptr', noun: '家长关系', unit: '个' },
    needs: `要有这些列：${who}、家长姓名、关系、手机。没有的家长会新建并关联，手机都标记为已认证。`,
  },
  stutel: {
    preview: stu.importstutel,
    create: stu.importstutelcreate,
    needs: `要有这些列：${who}、手机。手机都标记为已认证。`,
  },
  stuwts: {
    preview: stu.importwts,
    create: stu.importwtscreate,
    needs: `要有这些列：${who}、标签。可以有：方式，写加、减或替换，不填是加。`,
  },
  stuunit: {
    preview: stu.importunit,
    create: stu.importunitcreate,
    needs: `要有这些列：${who}、班级、年级（班级里写了年级的可以没有）。可以有：生效日期、原因。`,
  },
  eduunit: {
    preview: stu.importedcunit,
    create: stu.importedcunitcreate,
    list: { path: '/ent/edcunit', noun: '班级', unit: '个' },
    needs: '要有这些列：学段、年级（入学年）、班级。可以有：校区、班主任工号。路径上没有的校区、学段和年级会一起新建。',
  },
}

/** Takes in a list about students or classes, of the kind that the page's address names. */
export default function StudentImport() {
  const { pathname } = useLocation()
  const page = importPages.find(({ path }) => path === pathname)
  if (page?.kind === 'stunew') return <NewcomerImport title={`导入${page.label}`} />
  if (!page) return null
  const { list = students, ...wizard } = wizards[page.kind]
  return <ImportWizard title={`导入${page.label}`} kind={page.kind} list={list} {...wizard} />
}

/** Takes in new students: those whose row names no class into the class that the address names. */
function NewcomerImport({ title }: { title: string }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const unitNo = params.get('unitNo') ?? undefined
  const { data = [] } = useQuery({ ...query(stu.gettree, {}), enabled: may(stu.gettree) })
  const unitOf = (no: string) => findPlace(data, no)
  const isClass = (no: string) => unitOf(no)?.unitType === unitTypes.class
  const { needs, ...wizard } = wizards.stunew
  return (
    <ImportWizard
      title={title}
      kind="stunew"
      list={unitNo ? { ...students, path: `${students.path}?${new URLSearchParams({ unitNo })}` } : students}
      {...wizard}
      needs={unitNo ? needsInto[isClass(unitNo) ? 'class' : 'grade'] : needs}
      target={unitNo ? { input: { unitNo } } : undefined}
      places={{
        asked: unitNo,
        nameOf: (no) => unitOf(no)?.unitName,
        hintOf: (no) =>
          isClass(no)
            ? '名单里没有写年级和班级的学生都到这个班；写了的按名单。'
            : '名单里没有写年级的学生都到这个年级，班级按名单；没有写班级的放到待分班。',
        verb: '不指定年级班级',
        onTakeOff: () => setParams({}, { replace: true }),
      }}
    />
  )
}

const findPlace = (places: readonly StudentPlaceNode[], no: string): StudentPlaceNode | undefined =>
  places.find(({ unitNo }) => unitNo === no) ??
  places.map(({ items }) => findPlace(items, no)).find((found) => found !== undefined)
