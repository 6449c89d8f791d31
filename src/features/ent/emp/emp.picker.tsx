import { useQuery } from '@tanstack/react-query'
import { Button, Table, Tag } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { AppModal } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'
import { emp, EmployeeChoice } from './emp.contract.ts'

type Choice = z.output<typeof EmployeeChoice>

type Props = {
  title: string
  /** Numbers that are in already: shown ticked, not to be picked again. */
  taken: ReadonlySet<string>
  okText: string
  onPick: (empNos: string[]) => Promise<unknown>
  onClose: () => void
}

// As many as a call takes numbers.
const most = 5000

/** Picks several employees: search on the left, the chosen ones on the right. */
export function EmployeePicker({ title, taken, okText, onPick, onClose }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const [chosen, setChosen] = useState<Choice[]>([])
  const [busy, setBusy] = useState(false)
  const tooMany = chosen.length > most
  const { data: people, error, refetch } = useQuery(query(emp.getlist, { keyWord, stt: Status.enabled }))
  const pick = async () => {
    setBusy(true)
    await onPick(chosen.map(({ empNo }) => empNo)).then(onClose, () => {})
    setBusy(false)
  }
  const toggle = (rows: Choice[], keys: Set<string>) => {
    const kept = chosen.filter(({ empNo }) => keys.has(empNo) || !people?.some((one) => one.empNo === empNo))
    const known = new Set(kept.map(({ empNo }) => empNo))
    setChosen([...kept, ...rows.filter((row) => row && !known.has(row.empNo) && !taken.has(row.empNo))])
  }
  return (
    <AppModal
      open
      width={880}
      title={title}
      okText={`${okText} ${formatCount(chosen.length)} 人`}
      okButtonProps={{ disabled: chosen.length === 0 || tooMany }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={pick}
      onCancel={onClose}
    >
      <div className="picker">
        <div style={{ minWidth: 0 }}>
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="姓名、拼音、工号或手机后四位" />
          {error && !people ? (
            <ReadFailed message={error.message} onRetry={() => refetch()} />
          ) : (
            <Table<Choice>
              size="small"
              rowKey="empNo"
              virtual
              style={{ marginTop: 8 }}
              scroll={{ x: 480, y: 360 }}
              pagination={false}
              loading={{ spinning: !people, delay: 200 }}
              dataSource={people ?? []}
              locale={{
                emptyText: !people ? (
                  ' '
                ) : keyWord ? (
                  <NothingFits onClear={() => setKeyWord('')} />
                ) : (
                  <EmptyState hint="还没有员工" />
                ),
              }}
              rowSelection={{
                columnWidth: 40,
                selectedRowKeys: [...chosen.map(({ empNo }) => empNo), ...taken],
                onChange: (keys, rows) => toggle(rows, new Set(keys.map(String))),
                getCheckboxProps: ({ empNo }) => ({ disabled: taken.has(empNo) }),
              }}
              columns={[
                column<Choice>(EmployeeChoice, 'empName', { width: 120 }),
                column<Choice>(EmployeeChoice, 'workNo', { width: 96 }),
                column<Choice>(EmployeeChoice, 'orgName', { width: 160 }),
              ]}
            />
          )}
        </div>
        <div>
          <div className="spread" style={{ minHeight: 32 }}>
            <span>已选 {formatCount(chosen.length)} 人</span>
            {chosen.length > 0 && (
              <Button type="link" size="small" onClick={() => setChosen([])}>
                清空
              </Button>
            )}
          </div>
          {tooMany && (
            <div className="bad-line" role="alert">
              一次最多{okText} {formatCount(most)} 人
            </div>
          )}
          <div className="picker-chosen">
            {chosen.slice(0, 200).map(({ empNo, empName }) => (
              <Tag key={empNo} closable onClose={() => setChosen(chosen.filter((one) => one.empNo !== empNo))}>
                {empName}
              </Tag>
            ))}
            {chosen.length > 200 && <span className="grey">等 {formatCount(chosen.length)} 人</span>}
          </div>
        </div>
      </div>
    </AppModal>
  )
}
