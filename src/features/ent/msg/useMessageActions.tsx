import { MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { type Out, save, send } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { type MenuItem, menuOf } from '#web/menu/menuOf.ts'
import { formatCount } from '#web/page/format.ts'
import { msg } from './msg.contract.ts'

const ComposeDrawer = lazyWindow(() => import('./compose.panel.tsx'))
const AddToModal = lazyWindow(() => import('./AddToModal.tsx'))

export type Sent = Pick<
  Out<typeof msg.getpage>['datas'][number],
  'msgNo' | 'title' | 'stt' | 'need' | 'ver' | 'mineFlag' | 'toCnt' | 'readCnt' | 'doneCnt'
>

/** Counts the receivers of whom something is still expected. */
export const waitingCount = ({ need, toCnt, readCnt, doneCnt }: Sent) => toCnt - (need === MessageNeed.none ? readCnt : doneCnt)

/** Returns the actions on a message in its state, the most likely first, with their dialogs. */
export function useMessageActions(onGone: () => void) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const remind = useSend(msg.remind)
  const cancel = useSend(msg.cancel)
  const recall = useSend(msg.recall)
  const remove = useSend(msg.delete, { said: () => '草稿已删除' })

  const write = async ({ msgNo }: Sent) => {
    try {
      const { result } = await send(msg.get, { msgNo })
      show((close) => <ComposeDrawer draft={result} onClose={close} />)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const askRecall = ({ msgNo, title, toCnt, readCnt }: Sent) =>
    ask({
      title: `撤回“${title}”`,
      touches: `${formatCount(toCnt)} 人的收件箱里都不再有它，其中 ${formatCount(readCnt)} 人已经读过。撤回后不能恢复。`,
      verb: '撤回',
      act: () => recall.mutateAsync({ msgNo }),
    })
  const askRemove = ({ msgNo, title }: Sent) =>
    ask({
      title: `删除草稿“${title}”`,
      touches: '还没有发给任何人。',
      verb: '删除',
      act: () => remove.mutateAsync({ msgNo }, { onSuccess: onGone }),
    })

  const sentActs = (message: Sent): (MenuItem | false)[] => {
    const { msgNo } = message
    const left = waitingCount(message)
    return [
      left > 0 &&
        may(msg.remind) && { key: 'remind', label: `提醒 ${formatCount(left)} 人`, act: () => remind.mutate({ msgNo }) },
      message.need !== MessageNeed.form &&
        may(msg.addto) && {
          key: 'addto',
          label: '补发给其他人',
          act: () => show((close) => <AddToModal msgNo={msgNo} onClose={close} />),
        },
      exportAct(message),
      message.need !== MessageNeed.form &&
        may(msg.recall) && { key: 'recall', label: '撤回', danger: true, act: () => askRecall(message) },
    ]
  }
  const exportAct = ({ msgNo }: Sent): MenuItem | false =>
    may(msg.export) && {
      key: 'export',
      label: '导出接收人',
      act: () => void save(msg.export, { msgNo }).catch((error: Error) => toast.error(error.message)),
    }
  /** Lists what the sender may do with a message in each state. */
  const ownActs: Record<string, (message: Sent) => (MenuItem | false)[]> = {
    [MessageState.draft]: (message) => [
      may(msg.send) && { key: 'write', label: '继续编写', act: () => void write(message) },
      may(msg.delete) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(message) },
    ],
    [MessageState.waiting]: ({ msgNo }) => [
      may(msg.cancel) && { key: 'cancel', label: '取消定时', act: () => cancel.mutate({ msgNo }) },
    ],
    [MessageState.sent]: sentActs,
    [MessageState.recalled]: (message) => [exportAct(message)],
  }
  const actsOf = (message: Sent): MenuItem[] => {
    const acts = message.mineFlag === '1' ? (ownActs[message.stt]?.(message) ?? []) : [exportAct(message)]
    return acts.filter((act) => act !== false)
  }

  return {
    firstOf: (message: Sent) => actsOf(message)[0],
    menuOf: (message: Sent) => menuOf(actsOf(message)),
    restOf: (message: Sent) => menuOf(actsOf(message).slice(1)),
    dialogs,
  }
}
