import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { AppModal } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'
import { type TreeNode, TreePanel } from '#web/TreePanel.tsx'
import { useNarrow } from '#web/useMedia.ts'
import { emp, EmployeeChoice, type PlaceNode } from './emp.contract.ts'

type Choice = Pick<z.output<typeof EmployeeChoice>, 'empNo' | 'empName' | 'workNo' | 'orgName' | 'stt'>

type Props = {
  title: string
  /** Numbers that are in already: shown ticked, not to be picked again. */
  taken?: ReadonlySet<string>
  okText: string
  /** Of another enterprise than the caller's own. */
  entNo?: string | undefined
  /** Only one: picking it closes at once. */
  single?: boolean
  onPick: (empNos: string[], people: Choice[]) => Promise<unknown>
  onClose: () => void
}

// As many as a call takes numbers.
const most = 5000
const nobody: ReadonlySet<string> = new Set()

const nodeOf = ({ orgNo, orgName, helpCode, items }: PlaceNode): TreeNode => ({
  key: orgNo,
  title: orgName,
  words: `${helpCode ?? ''} ${orgNo}`,
  children: items.map(nodeOf),
})

const placeOf = (nodes: PlaceNode[], orgNo: string): PlaceNode | undefined =>
  nodes.map((node) => (node.orgNo === orgNo ? node : placeOf(node.items, orgNo))).find(Boolean)

/** The people of departments and of those below them, each once. */
function peopleIn(nodes: PlaceNode[], people = new Map<string, Choice>()): Map<string, Choice> {
  for (const { orgName, emps, items } of nodes) {
    for (const person of emps) if (!people.has(person.empNo)) people.set(person.empNo, { ...person, orgName })
    peopleIn(items, people)
  }
  return people
}

/** Whom the picker offers: the people of the chosen department, or whom a keyword finds in it. */
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
  return { departments: tree.data, people: keyWord ? hits.data : inTree, error, refetch }
}

/** Picks employees, one or several: departments at the left, their people in the middle, the chosen ones at the right. */
export function EmployeePicker({ title, taken = nobody, okText, entNo, single = false, onPick, onClose }: Props) {
  const narrow = useNarrow()
  const [keyWord, setKeyWord] = useState('')
  const [orgNo, setOrgNo] = useState<string>()
  const [chosen, setChosen] = useState<Choice[]>([])
  const [busy, setBusy] = useState(false)
  const tooMany = chosen.length > most
  const { departments, people, error, refetch } = useOffer(keyWord, orgNo, entNo)
  const pick = async (picked: Choice[]) => {
    setBusy(true)
    await onPick(
      picked.map(({ empNo }) => empNo),
      picked,
    ).then(onClose, () => {})
    setBusy(false)
  }
  const toggle = (keys: Set<string>) => {
    const kept = chosen.filter(({ empNo }) => keys.has(empNo) || !people?.some((one) => one.empNo === empNo))
    const known = new Set(kept.map(({ empNo }) => empNo))
    const added = (people ?? []).filter(({ empNo }) => keys.has(empNo) && !known.has(empNo) && !taken.has(empNo))
    if (single && added[0]) return pick(added.slice(0, 1))
    setChosen([...kept, ...added])
  }
  const clear = () => {
    setKeyWord('')
    setOrgNo(undefined)
  }
  // Enter takes the first that the search found.
  const addFirst = () => {
    const first = people?.find(({ empNo }) => !taken.has(empNo) && !chosen.some((one) => one.empNo === empNo))
    if (keyWord && first) void toggle(new Set([...chosen.map(({ empNo }) => empNo), first.empNo]))
  }
  return (
    <AppModal
      open
      width={single ? 720 : 880}
      title={title}
      okText={`${okText} ${formatCount(chosen.length)} 人`}
      okButtonProps={{ disabled: chosen.length === 0 || tooMany }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => pick(chosen)}
      onCancel={onClose}
      {...(single && { footer: null })}
    >
      <div className={`picker${single ? ' single' : ''}`}>
        {!narrow && <TreePanel nodes={departments?.map(nodeOf)} all="全部部门" chosen={orgNo} onChoose={setOrgNo} height={360} />}
        <div className="first-focus" style={{ minWidth: 0 }} onKeyDown={({ key }) => key === 'Enter' && addFirst()}>
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="姓名、拼音、工号或手机后四位" />
          {error && !people ? (
            <ReadFailed message={error.message} onRetry={() => refetch()} />
          ) : (
            <DataTable<Choice>
              rowKey="empNo"
              virtual
              style={{ marginTop: 8 }}
              scroll={{ x: 320, y: 360 }}
              loading={{ spinning: !people, delay: 200 }}
              dataSource={people ?? []}
              locale={{
                emptyText: !people ? (
                  ' '
                ) : keyWord ? (
                  <NothingFits onClear={clear} />
                ) : (
                  <EmptyState hint={orgNo ? '这个部门还没有员工' : '还没有员工'} />
                ),
              }}
              rowSelection={{
                columnWidth: 40,
                selectedRowKeys: [...chosen.map(({ empNo }) => empNo), ...taken],
                onChange: (keys) => void toggle(new Set(keys.map(String))),
                getCheckboxProps: ({ empNo }) => ({ disabled: taken.has(empNo) }),
                hideSelectAll: single,
              }}
              columns={[
                column<Choice>(EmployeeChoice, 'empName', { width: 96 }),
                column<Choice>(EmployeeChoice, 'workNo', { width: 80 }),
                column<Choice>(EmployeeChoice, 'orgName', { width: 140 }),
              ]}
            />
          )}
        </div>
        {!single && <Chosen people={chosen} okText={okText} onChange={setChosen} />}
      </div>
    </AppModal>
  )
}

function Chosen({ people, okText, onChange }: { people: Choice[]; okText: string; onChange: (people: Choice[]) => void }) {
  return (
    <div>
      <div className="spread" style={{ minHeight: 32 }}>
        <span>已选 {formatCount(people.length)} 人</span>
        {people.length > 0 && (
          <Button type="link" size="small" onClick={() => onChange([])}>
            清空
          </Button>
        )}
      </div>
      {people.length > most && (
        <div className="bad-line" role="alert">
          一次最多{okText} {formatCount(most)} 人
        </div>
      )}
      <div className="picker-chosen">
        {people.slice(0, 200).map(({ empNo, empName }) => (
          <Tag key={empNo} closable onClose={() => onChange(people.filter((one) => one.empNo !== empNo))}>
            {empName}
          </Tag>
        ))}
        {people.length > 200 && <span className="grey">等 {formatCount(people.length)} 人</span>}
      </div>
    </div>
  )
}
