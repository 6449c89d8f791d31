import { useNavigate } from 'react-router'
import type { FormValues } from '#contract/form/column.ts'
import { ProcessState, TaskKind } from '#domain/approvals/approvals.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { useSend } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { asked, backColumns, personColumn, pickedNos, signColumn, wordColumn } from './deeds.web.ts'
import { prc } from './prc.contract.ts'

const DeedModal = lazyWindow(() => import('./DeedModal.tsx'))
const HandInDrawer = lazyWindow(async () => ({ default: (await import('./start.panel.tsx')).HandInDrawer }))

type Process = Out<typeof prc.get>
export type ProcessAct = { key: string; label: string; act: () => void; danger?: boolean; primary?: boolean }

const wordOf = (values: FormValues) => String(values[asked.word] ?? '')

/** Returns what the caller may do about something that was handed in, the most likely first, with its windows. */
export function useProcessActs(process: Process | undefined, onChanged: () => void) {
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
  const told = { quiet: true } as const
  const pass = useSend(tsk.pass, told)
  const reject = useSend(tsk.reject, told)
  const back = useSend(tsk.back, told)
  const giveOn = useSend(tsk.giveon, told)
  const addCopies = useSend(tsk.addcc, told)
  const resend = useSend(prc.resend, told)
  const withdraw = useSend(prc.withdraw)
  const urge = useSend(prc.urge)
  if (!process) return { acts: [], dialogs }
  const { prcNo, ver, task } = process

  const deed = (
    props: Omit<Parameters<typeof DeedModal>[0], 'onClose' | 'onSend'>,
    send: (values: FormValues) => Promise<unknown>,
  ) => show((close) => <DeedModal {...props} onClose={close} onSend={(values) => send(values).then(onChanged)} />)

  const decisions = (tskNo: string, open: NonNullable<Process['task']>): ProcessAct[] => [
    {
      key: 'pass',
      label: '同意',
      primary: true,
      act: () =>
        deed(
          {
            title: '同意申请',
            okText: '同意',
            columns: [...open.fills, wordColumn('意见', '0', '可以不写'), ...(open.signFlag === '1' ? [signColumn] : [])],
            fields: { word: asked.word, sign: asked.sign },
          },
          (values) => {
            const { [asked.word]: _, [asked.sign]: sign, ...vals } = values
            return pass.mutateAsync({ tskNo, ver, word: wordOf(values), sign: (sign as number[][] | undefined) ?? null, vals })
          },
        ),
    },
    {
      key: 'reject',
      label: '驳回',
      danger: true,
      act: () =>
        deed(
          {
            title: '驳回申请',
            okText: '驳回',
            danger: true,
            hint: '驳回后申请就办结了；要对方改一改再交，请用“退回”。',
            columns: [wordColumn('原因', '1')],
            fields: { word: asked.word },
          },
          (values) => reject.mutateAsync({ tskNo, ver, word: wordOf(values) }),
        ),
    },
    {
      key: 'back',
      label: '退回',
      act: () =>
        deed(
          {
            title: '退回申请',
            okText: '退回',
            columns: [...backColumns(open.backs), wordColumn('原因', '1', '哪里要改')],
            fields: { word: asked.word, step: asked.to },
          },
          (values) =>
            back.mutateAsync({
              tskNo,
              ver,
              word: wordOf(values),
              step: Number(values[asked.to]),
              againFlag: values[asked.again] === '0' ? '0' : '1',
            }),
        ),
    },
    {
      key: 'giveon',
      label: '转交',
      act: () =>
        deed(
          {
            title: '转交给别人审批',
            okText: '转交',
            columns: [personColumn('转交给', 1), wordColumn('说明', '0', '可以不写')],
            fields: { word: asked.word, empNo: asked.person },
          },
          (values) => giveOn.mutateAsync({ tskNo, ver, empNo: pickedNos(values[asked.person])[0] ?? '', word: wordOf(values) }),
        ),
    },
  ]

  const again: ProcessAct = {
    key: 'again',
    label: '修改后重新提交',
    primary: true,
    act: () =>
      show((close) => (
        <HandInDrawer
          title={process.flowName}
          columns={process.billClmns.filter(({ clmnNo }) => process.startNos.includes(clmnNo))}
          picks={[]}
          vals={process.vals}
          onClose={close}
          onSend={async ({ vals }) => {
            await resend.mutateAsync({ prcNo, ver, vals, chosen: {} })
            close()
            onChanged()
          }}
        />
      )),
  }
  const acts: (ProcessAct | false)[] = [
    ...(task?.kind === TaskKind.decide ? decisions(task.tskNo, task) : []),
    task?.kind === TaskKind.again && again,
    askedAgain(process, (path) => void navigate(path)),
    process.mineFlag === '1' &&
      process.stt === ProcessState.open && { key: 'urge', label: '催办', act: () => urge.mutate({ prcNo }) },
    process.withdrawFlag === '1' && {
      key: 'withdraw',
      label: '撤回',
      danger: true,
      act: () =>
        ask({
          title: `撤回“${process.title}”`,
          touches: process.asked
            ? '撤回后不再审批，审批人的待办一并收回。答卷变回草稿，可以改好再交。'
            : '撤回后不再审批，审批人的待办一并收回。要再申请，请重新发起。',
          verb: '撤回',
          act: () => withdraw.mutateAsync({ prcNo, ver }, { onSuccess: onChanged }),
        }),
    },
    (process.mineFlag === '1' || !!task) && {
      key: 'cc',
      label: '抄送',
      act: () =>
        deed(
          { title: '抄送给同事', okText: '抄送', columns: [personColumn('抄送给', 20)], fields: { empNos: asked.person } },
          (values) => addCopies.mutateAsync({ prcNo, empNos: pickedNos(values[asked.person]) }),
        ),
    },
    { key: 'print', label: '打印', act: () => window.print() },
  ]
  return { acts: acts.filter((act) => act !== false), dialogs }
}

/** Leads whoever answered a collection to where they answer it again; the school to where it answers for a pupil. */
function askedAgain({ mineFlag, stt, asked: of }: Process, open: (path: string) => void): ProcessAct | false {
  const isOver = stt !== ProcessState.returned && stt !== ProcessState.withdrawn
  if (mineFlag === '0' || isOver || !of) return false
  const path = of.chdNo ? `/ent/hnd/${of.hndNo}` : `/message/form?hndNo=${of.hndNo}`
  return { key: 'again', label: of.chdNo ? '去收集里重新代填' : '修改后重新提交', primary: true, act: () => open(path) }
}
