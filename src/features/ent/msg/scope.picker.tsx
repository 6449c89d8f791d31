import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Tag } from 'antd'
import { Suspense, useState } from 'react'
import type * as z from 'zod'
import { type ChosenPart, mostParts, type ScopeKind } from '#domain/messages/messages.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { useIsSchool, useMay, useMe } from '#web/api/me.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatCount } from '#web/page/format.ts'
import type { NamedScopePart } from './msg.contract.ts'

const EmployeePicker = lazyWindow(async () => ({ default: (await import('#features/ent/emp/emp.picker.tsx')).EmployeePicker }))
const StudentsPicker = lazyWindow(() => import('#features/ent/stu/students.picker.tsx'))
const UnitsPicker = lazyWindow(() => import('#features/ent/edcunit/pickers/units.picker.tsx'))
const PartsPicker = lazyWindow(() => import('./PartsPicker.tsx'))

type Named = z.output<typeof NamedScopePart>

type Props = {
  value?: ChosenPart[]
  onChange?: (parts: ChosenPart[]) => void
  /** Names the parts that the server has read; the others are named as they were chosen. */
  named: readonly Named[]
}

// Limits the parts that are shown; of more only the number is.
const shown = 60

const keyOf = ({ kind, no }: ChosenPart) => `${kind} ${no}`

type Place = Out<typeof stu.gettree>[number]
const withPupils = (places: readonly Place[]): Set<string> =>
  new Set(places.flatMap(({ unitNo, cnt, items }) => [...(cnt > 0 ? [unitNo] : []), ...withPupils(items)]))

/** Draws whom a message is written to, and the ways to add others. */
export function ScopeInput({ value = [], onChange, named }: Props) {
  const may = useMay()
  const { entNo } = useMe()
  const isSchool = useIsSchool()
  const [adding, setAdding] = useState<ScopeKind>()
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map())
  const names = new Map([...words, ...named.map((part) => [keyOf(part), part.name] as const)])
  // Offers the classes of pupils within reach, since nobody else's family may be written to.
  const { data: places } = useQuery({ ...query(stu.gettree, {}), enabled: adding === 'unit' })
  const close = () => setAdding(undefined)
  const add = (kind: ScopeKind, chosen: { no: string; name: string }[]) => {
    const known = new Set(value.map(keyOf))
    const parts = chosen.map(({ no }) => ({ kind, no })).filter((part) => !known.has(keyOf(part)))
    setWords(new Map([...words, ...chosen.map(({ no, name }) => [`${kind} ${no}`, name] as const)]))
    onChange?.([...value, ...parts].slice(0, mostParts))
  }
  const takenOf = (kind: ScopeKind) => new Set(value.filter((part) => part.kind === kind).map(({ no }) => no))
  const way = (kind: ScopeKind, label: string, isOpen: boolean) => isOpen && { key: kind, label, act: () => setAdding(kind) }
  return (
    <div className="stack">
      <div className="page-tools">
        <MenuButton
          icon={<Plus />}
          menu={menuOf([
            way('emp', '员工', may(emp.getlist)),
            way('org', '部门的员工', may(org.gettree)),
            way('unit', '班级的家长', isSchool && may(edcunit.getchktypetree) && may(stu.gettree)),
            way('stu', '学生的家长', isSchool && may(stu.getrolelist)),
            way('grp', '员工组', may(empgrp.getlist)),
            way('role', '角色', may(role.getalllist)),
            may(org.gettree) && { key: 'all', label: '全体员工', act: () => add('all', [{ no: entNo, name: '全体员工' }]) },
          ])}
        >
          添加接收人
        </MenuButton>
      </div>
      {value.length > 0 && (
        <div className="people-tags">
          {value.slice(0, shown).map((part) => {
            const name = names.get(keyOf(part)) ?? '…'
            return (
              <Tag
                key={keyOf(part)}
                closable={{ 'aria-label': `去掉${name}` }}
                onClose={(event) => {
                  event.preventDefault()
                  onChange?.(value.filter((other) => other !== part))
                }}
              >
                {part.outFlag === '1' && '除外：'}
                {name}
              </Tag>
            )
          })}
          {value.length > shown && <span className="grey">另有 {formatCount(value.length - shown)} 项</span>}
        </div>
      )}
      <Suspense>
        {adding === 'emp' && (
          <EmployeePicker
            title="选择员工"
            verb="添加"
            taken={takenOf('emp')}
            onPick={async (_, people) =>
              add(
                'emp',
                people.map(({ empNo, empName }) => ({ no: empNo, name: empName })),
              )
            }
            onClose={close}
          />
        )}
        {adding === 'stu' && (
          <StudentsPicker
            title="选择学生，发给他们的家长"
            verb="添加"
            taken={takenOf('stu')}
            onPick={async (_, pupils) =>
              add(
                'stu',
                pupils.map(({ stuNo, stuName }) => ({ no: stuNo, name: `${stuName}的家长` })),
              )
            }
            onClose={close}
          />
        )}
        {adding === 'unit' && places && (
          <UnitsPicker
            open
            title="选择班级，发给学生的家长"
            action="添加"
            among={withPupils(places)}
            onChoose={(units) => {
              add(
                'unit',
                units.map(({ unitNo, unitName }) => ({ no: unitNo, name: `${unitName}的家长` })),
              )
              close()
            }}
            onClose={close}
          />
        )}
        {(adding === 'org' || adding === 'grp' || adding === 'role') && (
          <PartsPicker kind={adding} onPick={(parts) => add(adding, parts)} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
