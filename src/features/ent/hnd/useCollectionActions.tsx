import { Anonymity, CollectionState, Repeat } from '#domain/collections/collections.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { type Out, send } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { type MenuItem, menuOf } from '#web/menu/menuOf.ts'
import { formatCount } from '#web/page/format.ts'
import { hnd } from './hnd.contract.ts'
import { useExportAnswers } from './export/useExportAnswers.tsx'

type Act = MenuItem & { label: string }

const HandOutDrawer = lazyWindow(() => import('./handout/HandOutDrawer.tsx'))
const ReopenModal = lazyWindow(() => import('./ReopenModal.tsx'))

export type Row = Out<typeof hnd.getpage>['datas'][number]

/** Counts those who have not answered. */
export const missingCount = ({ toCnt, doneCnt }: Pick<Row, 'toCnt' | 'doneCnt'>) => toCnt - doneCnt

/** Returns the actions on a collection in its state, the most likely first, with their dialogs. */
export function useCollectionActions(onGone?: () => void) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const exportAnswers = useExportAnswers(show)
  const remind = useSend(hnd.remind)
  const end = useSend(hnd.end)
  const stop = useSend(hnd.stoprepeat)
  const renew = useSend(hnd.renewlink)
  const remove = useSend(hnd.delete, { said: () => '草稿已删除' })

  const write = async ({ hndNo }: Row) => {
    try {
      const { result } = await send(hnd.get, { hndNo })
      show((close) => <HandOutDrawer draft={result} onClose={close} />)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const askEnd = (row: Row) =>
    ask({
      title: `结束“${row.title}”`,
      touches:
        row.opnFlag === '1'
          ? '链接不能再填。可以重新开放。'
          : row.anon === Anonymity.full
            ? '没填的人不能再填，答卷一起公布（不到 5 份时不公布）；公布后不能重新开放。'
            : missingCount(row) > 0
              ? `还有 ${formatCount(missingCount(row))} 人没填，结束后不能再填，他们的待办也一并收回。可以重新开放。`
              : '都已填写。结束后不能再修改，可以重新开放。',
      verb: '结束',
      act: () => end.mutateAsync({ hndNo: row.hndNo, ver: row.ver }),
    })
  const askRenew = (row: Row) =>
    ask({
      title: '换一个链接',
      touches: '发出去的链接和印出来的二维码都打不开了，要重新发。已收的答卷不变。',
      verb: '换链接',
      act: () => renew.mutateAsync({ hndNo: row.hndNo, ver: row.ver }),
    })
  const askRemove = ({ hndNo, title, ver }: Row) =>
    ask({
      title: `删除草稿“${title}”`,
      touches: '还没有发给任何人。',
      verb: '删除',
      act: () => remove.mutateAsync({ hndNo, ver }, { onSuccess: () => onGone?.() }),
    })
  const exportAct = ({ hndNo }: Row): Act | false =>
    may(hnd.export) && {
      key: 'export',
      label: '导出答卷',
      act: () => exportAnswers({ hndNo }),
    }
  /** Lists what the sender may do with a collection in each state. */
  const ownActs: Record<string, (row: Row) => (Act | false)[]> = {
    [CollectionState.draft]: (row) => [
      may(hnd.handout) && { key: 'write', label: '继续编写', act: () => void write(row) },
      may(hnd.delete) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(row) },
    ],
    [CollectionState.open]: (row) => [
      row.opnFlag === '0' &&
        missingCount(row) > 0 &&
        may(hnd.remind) && { key: 'remind', label: '提醒没填的人', act: () => remind.mutate({ hndNo: row.hndNo }) },
      exportAct(row),
      row.rpt !== Repeat.once &&
        may(hnd.stoprepeat) && { key: 'stop', label: '不再重复', act: () => stop.mutate({ hndNo: row.hndNo, ver: row.ver }) },
      row.opnFlag === '1' && may(hnd.renewlink) && { key: 'link', label: '换一个链接', act: () => askRenew(row) },
      may(hnd.end) && { key: 'end', label: '结束收集', danger: true, act: () => askEnd(row) },
    ],
    [CollectionState.ended]: (row) => [
      exportAct(row),
      may(hnd.reopen) && {
        key: 'reopen',
        label: '重新开放',
        act: () => show((close) => <ReopenModal row={row} onClose={close} />),
      },
    ],
  }
  const actsOf = (row: Row): Act[] => {
    const others = row.stt === CollectionState.draft ? [] : [exportAct(row)]
    return (row.mineFlag === '1' ? (ownActs[row.stt]?.(row) ?? []) : others).filter((act) => act !== false)
  }
  return {
    firstOf: (row: Row) => actsOf(row)[0],
    menuOf: (row: Row) => menuOf(actsOf(row)),
    restOf: (row: Row) => menuOf(actsOf(row).slice(1)),
    dialogs,
  }
}
