import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import { ProcessState, processStates, TaskKind } from '#domain/approvals/approvals.contract.ts'
import { isAskedOfGuardians } from '#domain/approvals/guardianFields.contract.ts'
import type { ProcessInFull } from '#domain/approvals/process.contract.ts'
import { ProcessTimeline } from '#domain/approvals/ProcessTimeline.tsx'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { leaveWords } from '#domain/leaves/leaveWords.web.ts'
import { LeaveState } from '#domain/leaves/leaves.contract.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import { FilledForm } from './FilledForm.tsx'
import type { mPrc } from './prc.contract.ts'
import { useApplySources } from './useApplySources.web.ts'

type Shown = z.output<typeof ProcessInFull>
type Props = { token: string; prcNo: string; entName: string; onBack: () => void }
type Act = { label: string; sure?: string; isMain?: boolean; act: () => Promise<unknown> }

/** Draws what was handed in for a child, what became of it, and what the guardian may still do. */
export function OwnProcess({ token, prcNo, entName, onBack }: Props) {
  const [process, setProcess] = useState<Shown>()
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const [isChanging, setChanging] = useState(false)
  const read = useCallback(
    () =>
      askAsStranger<typeof mPrc.get>('POST', '/m/prc/get', { token, prcNo }).then(setProcess, (error: Error) =>
        setProblem(error.message),
      ),
    [token, prcNo],
  )
  useEffect(() => void read(), [read])
  const sources = useApplySources(process?.choices)
  if (!process) return problem ? <Message title={problem} /> : <Card title="申请">{null}</Card>
  const { title, stt, ver, billClmns, vals, leaves, mineFlag, withdrawFlag, task, startNos, asked } = process
  const done = (words: string) => {
    setSaid(words)
    setProblem('')
    return read()
  }
  const isMine = mineFlag === '1'
  const acts: (Act | false)[] = [
    task?.kind === TaskKind.again && { label: '修改后重新提交', isMain: true, act: async () => setChanging(true) },
    ...leaves.map(
      ({ lveNo, stt: leave }) =>
        isMine &&
        leave !== LeaveState.over && {
          label: '销假',
          sure: '请假到现在为止，还没有开始的就不再请假。',
          act: async () => {
            await askAsStranger<typeof mPrc.cutleave>('POST', '/m/prc/cutleave', { token, lveNo })
            await done('已销假')
          },
        },
    ),
    isMine &&
      stt === ProcessState.open && {
        label: '催办',
        act: async () => {
          await askAsStranger<typeof mPrc.urge>('POST', '/m/prc/urge', { token, prcNo })
          await done('已提醒审批的老师')
        },
      },
    withdrawFlag === '1' && {
      label: '撤回',
      sure: asked ? '撤回后不再审批，答卷变回草稿，可以从填写的通知里改好再交。' : '撤回后不再审批，要再申请请重新提交。',
      act: async () => {
        await askAsStranger<typeof mPrc.withdraw>('POST', '/m/prc/withdraw', { token, prcNo, ver })
        await done('已撤回')
      },
    },
  ]
  return (
    <Card title={title} about={`${entName} · ${processStates[stt]}`}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      {said && (
        <p className="apply-said" role="status">
          {said}
        </p>
      )}
      {asked && isMine && (stt === ProcessState.returned || stt === ProcessState.withdrawn) && (
        <p className="apply-said">请打开“请填写：{asked.title}”的通知，改好后重新提交。</p>
      )}
      {isChanging ? (
        <FilledForm
          columns={billClmns.filter((column) => startNos.includes(column.clmnNo) && isAskedOfGuardians(column))}
          choices={process.choices}
          vals={vals}
          label="重新提交"
          onSend={async (given) => {
            await askAsStranger<typeof mPrc.resend>('POST', '/m/prc/resend', { token, prcNo, ver, vals: ownOf(given, startNos) })
            setChanging(false)
            await done('已重新提交')
          }}
        >
          <button type="button" className="m-button plain" onClick={() => setChanging(false)}>
            不改了
          </button>
        </FilledForm>
      ) : (
        <div className="apply-form">
          <FormRead columns={billClmns} values={vals} choices={sources.choices} />
          {leaves.map((leave) => (
            <p key={leave.lveNo} className="apply-said">
              已记为请假：{leave.name} {leaveWords(leave)}
            </p>
          ))}
          <ProcessTimeline process={process} />
          {acts
            .filter((act) => act !== false)
            .map((act) => (
              <ActButton key={act.label} act={act} onFail={(error) => setProblem(error.message)} />
            ))}
          <button type="button" className="m-button plain" onClick={onBack}>
            返回
          </button>
        </div>
      )}
    </Card>
  )
}

const ownOf = (vals: Record<string, unknown>, startNos: readonly string[]) =>
  Object.fromEntries(Object.entries(vals).filter(([clmnNo]) => startNos.includes(clmnNo)))

/** Does something; what cannot be taken back is asked once more in the same place. */
function ActButton({ act: { label, sure, isMain = false, act }, onFail }: { act: Act; onFail: (error: Error) => void }) {
  const [isSure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const go = async () => {
    if (sure && !isSure) return setSure(true)
    setBusy(true)
    await act().catch(onFail)
    setBusy(false)
    setSure(false)
  }
  return (
    <div className="apply-act">
      {isSure && <p>{sure}</p>}
      <button
        type="button"
        className={isMain || isSure ? 'm-button' : 'm-button plain'}
        disabled={busy}
        onClick={() => void go()}
      >
        {isSure ? `确定${label}` : label}
      </button>
      {isSure && (
        <button type="button" className="m-button plain" onClick={() => setSure(false)}>
          取消
        </button>
      )}
    </div>
  )
}
