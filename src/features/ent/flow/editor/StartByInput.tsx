import { Radio } from 'antd'
import { type StartBy, starters } from '#domain/approvals/approvals.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { flow as calls } from '../flow.contract.ts'
import { StepGroup } from './StepLine.tsx'
import type { ShownFlow } from './useFlowEdit.web.ts'

const options = Object.entries(starters).map(([value, label]) => ({ value, label }))

/** Draws who hands in by a flow; a choice is kept at once, and holds from the next version on. */
export function StartByInput({ flow: { flowNo, ver, startBy } }: { flow: ShownFlow }) {
  const may = useMay()
  const update = useSend(calls.update)
  return (
    <section className="flow-form">
      <StepGroup label="谁可以发起">
        <Radio.Group
          disabled={!may(calls.update)}
          value={startBy}
          options={options}
          onChange={({ target }) => update.mutate({ flowNo, ver, startBy: target.value as StartBy })}
        />
        {startBy === 'none' && (
          <p className="grey">不出现在“发起申请”里。发起收集时打开“答卷要审批”，交来的答卷按这些步骤审批。</p>
        )}
        {(startBy === 'ptr' || startBy === 'both') && (
          <p className="grey">
            家长从学校发给他的通知里进来，替自己的孩子申请。表单里选学生的字段自动填孩子；选人、选班级和附件的字段家长看不到。
          </p>
        )}
      </StepGroup>
    </section>
  )
}
