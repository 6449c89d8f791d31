import { Select } from 'antd'
import { canTell, type LeaveFields, leaveFieldNames } from '#domain/leaves/leaves.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { flow as calls } from '../flow.contract.ts'
import { StepLine } from './StepLine.tsx'
import type { ShownFlow } from './useFlowEdit.web.ts'

const names = Object.keys(leaveFieldNames) as (keyof LeaveFields)[]

/** Draws which fields of a form of leave tell who is on leave, of which kind, from when until when, and why; a choice is kept at once. */
export function LeaveFieldsInput({ flow: { flowNo, ver, lve, billClmns } }: { flow: ShownFlow }) {
  const may = useMay()
  const update = useSend(calls.update)
  if (!lve) return null
  return (
    <section className="flow-form" aria-label="请假记录">
      <h2>请假记录</h2>
      <p className="grey">申请通过后记成一条请假，门卫、首页和会议按它提示。这里定每一项取表单的哪个字段。</p>
      {names.map((name) => (
        <StepLine key={name} label={leaveFieldNames[name]}>
          {(id) => (
            <Select
              id={id}
              allowClear={name === 'who'}
              disabled={!may(calls.update)}
              placeholder={name === 'who' ? '发起人本人' : '请选择表单的字段'}
              value={lve[name]}
              options={billClmns.filter(canTell[name]).map(({ clmnNo, clmnName }) => ({ value: clmnNo, label: clmnName }))}
              onChange={(clmnNo: string | undefined) => update.mutate({ flowNo, ver, lve: { ...lve, [name]: clmnNo ?? null } })}
            />
          )}
        </StepLine>
      ))}
    </section>
  )
}
