import { Plus, UserMinus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { HistoryButton } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { empgrp, GroupMember, type Group } from './empgrp.contract.ts'
import { groupUses } from './groupUses.web.ts'
import './empgrp.css'

type Member = z.output<typeof GroupMember>

export function GroupMembers({ group: { grpNo, grpName, grpType, des } }: { group: Group }) {
  const may = useMay()
  const [keyWord, setKeyWord] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const [adding, setAdding] = useState(false)
  const { ask, dialog } = useConfirm()
  const { data: members, error, refetch } = useQuery(query(empgrp.getmbrlist, { grpNo, keyWord }))
  const add = useSend(empgrp.creatembr, { said: ({ empNos }) => `${formatCount(empNos.length)} 名员工已加入“${grpName}”` })
  const remove = useSend(empgrp.deletembr)
  const create = may(empgrp.creatembr) && (
    <Button icon={<Plus />} onClick={() => setAdding(true)}>
      添加员工
    </Button>
  )
  const askRemove = (empNos: string[]) =>
    ask({
      title: `从“${grpName}”移除员工`,
      touches: `${formatCount(empNos.length)} 名员工将不再属于“${grpName}”，员工本身不受影响。`,
      verb: '移除',
      act: () => remove.mutateAsync({ grpNo, empNos }).then(() => setTicked([])),
    })
  const mayRemove = may(empgrp.deletembr)
  return (
    <>
      <div className="group-title" title={grpName}>
        {grpName}
      </div>
      <p className="grey group-note">{groupUses[grpType]}</p>
      {des && <p className="grey group-note">{des}</p>}
      <div className="page-tools" style={{ marginBottom: 8 }}>
        <span className="grey">{members && `共 ${formatCount(members.length)} 人`}</span>
        <div className="end">
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="姓名、工号或手机后四位" />
          <HistoryButton kind="empgrp" no={grpNo} name={grpName} />
          {create}
        </div>
      </div>
      {ticked.length > 0 && (
        <TickedTools count={ticked.length} onClear={() => setTicked([])}>
          <Button danger onClick={() => askRemove(ticked)}>
            移除
          </Button>
        </TickedTools>
      )}
      <ListTable<Member>
        rowKey="empNo"
        rows={members}
        error={error}
        onRetry={refetch}
        ticks={mayRemove ? { ticked, onTick: setTicked } : undefined}
        empty={<EmptyState hint="组内还没有员工">{create}</EmptyState>}
        onClear={keyWord && (() => setKeyWord(''))}
        columns={[
          column<Member>(GroupMember, 'empName', { width: 104 }),
          column<Member>(GroupMember, 'sex', {
            width: 56,
            minor: true,
            render: (sex: Member['sex']) => <Label type="SEX" value={sex === 'F' ? 'N' : sex} />,
          }),
          column<Member>(GroupMember, 'workNo', { width: 80, minor: true }),
          column<Member>(GroupMember, 'orgName', { width: 140 }),
          column<Member>(GroupMember, 'authTel', { width: 120 }),
          column<Member>(GroupMember, 'stt', { width: 64 }),
          actionsColumn<Member>(
            () => undefined,
            ({ empName }) => empName,
            mayRemove && { label: '移除', icon: <UserMinus />, act: ({ empNo }) => askRemove([empNo]) },
          ),
        ]}
      />
      {adding && (
        <EmployeePicker
          title={`添加员工到“${grpName}”`}
          taken={new Set(members?.map(({ empNo }) => empNo))}
          verb="添加"
          onClose={() => setAdding(false)}
          onPick={(empNos) => add.mutateAsync({ grpNo, empNos })}
        />
      )}
      {dialog}
    </>
  )
}
