import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
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
import { RowButton } from '#web/menu/RowButton.tsx'

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
          {ticked.length > 0 && (
            <Button danger onClick={() => askRemove(ticked)}>
              移除所选 {formatCount(ticked.length)} 人
            </Button>
          )}
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="姓名、工号或手机后四位" />
          <HistoryButton kind="empgrp" no={grpNo} name={grpName} />
          {create}
        </div>
      </div>
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
          ...(mayRemove
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 56,
                  render: (_: unknown, row: Member) => <RowButton onClick={() => askRemove([row.empNo])}>移除</RowButton>,
                },
              ]
            : []),
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
