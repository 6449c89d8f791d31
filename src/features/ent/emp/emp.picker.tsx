import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { Picker } from '#web/form/picker/Picker.tsx'
import { type PickerProps, usePickerAt } from '#web/form/picker/usePicker.ts'
import { emp, EmployeeChoice, type EmployeePlaceNode } from './emp.contract.ts'
import type { TreeNode } from '#web/tree/treeNodes.ts'

type Choice = Pick<z.output<typeof EmployeeChoice>, 'empNo' | 'empName' | 'workNo' | 'orgName' | 'stt'>

/** Describes the props; `entNo`: an enterprise other than the caller's own. */
type Props = PickerProps<Choice> & { entNo?: string | undefined }

const nodeOf = ({ orgNo, orgName, helpCode, items }: EmployeePlaceNode): TreeNode => ({
  key: orgNo,
  title: orgName,
  words: `${helpCode ?? ''} ${orgNo}`,
  children: items.map(nodeOf),
})

const placeOf = (nodes: EmployeePlaceNode[], orgNo: string): EmployeePlaceNode | undefined =>
  nodes.map((node) => (node.orgNo === orgNo ? node : placeOf(node.items, orgNo))).find(Boolean)

/** Collects the people of departments and of those below them, each once. */
function peopleIn(nodes: EmployeePlaceNode[], people = new Map<string, Choice>()): Map<string, Choice> {
  for (const { orgName, emps, items } of nodes) {
    for (const person of emps) if (!people.has(person.empNo)) people.set(person.empNo, { ...person, orgName })
    peopleIn(items, people)
  }
  return people
}

/** Returns whom the picker offers: the people of the chosen department, or those of them whom a keyword finds. */
function useOffer(keyWord: string, orgNo: string | undefined, entNo: string | undefined) {
  const tree = useQuery(query(emp.getorgtree, { entNo, stt: Status.enabled }))
  const hits = useQuery({
    ...query(emp.getlist, { entNo, keyWord, orgNo, stt: Status.enabled }),
    enabled: keyWord !== '',
    placeholderData: keepPreviousData,
  })
  const inTree = useMemo(() => {
    const chosen = orgNo === undefined ? tree.data : [placeOf(tree.data ?? [], orgNo)].filter((node) => node !== undefined)
    return chosen && [...peopleIn(chosen).values()]
  }, [tree.data, orgNo])
  const { error, refetch } = keyWord ? hits : tree
  const offer = { rows: keyWord ? hits.data : inTree, stale: keyWord !== '' && hits.isPlaceholderData, error, refetch }
  return { departments: tree.data, offer }
}

/** Picks employees: departments, their people, and who is chosen. */
export function EmployeePicker({ entNo, ...props }: Props) {
  const at = usePickerAt()
  const { departments, offer } = useOffer(at.keyWord, at.place, entNo)
  return (
    <Picker<Choice>
      {...props}
      at={at}
      offer={offer}
      rowKey="empNo"
      nameOf={({ empName }) => empName}
      unit="人"
      search="姓名、拼音、工号或手机后四位"
      none={at.place ? '这个部门还没有员工' : '还没有员工'}
      places={{ nodes: departments?.map(nodeOf), all: '全部部门' }}
      columns={[
        column<Choice>(EmployeeChoice, 'empName', { width: 96 }),
        column<Choice>(EmployeeChoice, 'workNo', { width: 80 }),
        column<Choice>(EmployeeChoice, 'orgName', { width: 140 }),
      ]}
    />
  )
}
