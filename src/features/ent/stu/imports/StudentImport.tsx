import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { ImportWizard } from '#web/importing/ImportWizard.tsx'
import { type ImportPage, importPages } from './importPages.contract.ts'

type Wizard = Pick<ComponentProps<typeof ImportWizard>, 'preview' | 'create' | 'needs'> & {
  list?: ComponentProps<typeof ImportWizard>['list']
}

const students = { path: '/ent/stu', noun: '学生', unit: '名' }
const who = '学号、证件号（至少一个）'

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
  if (!page) return null
  const { list = students, ...wizard } = wizards[page.kind]
  return <ImportWizard title={`导入${page.label}`} kind={page.kind} list={list} {...wizard} />
}
