import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { useSend } from '#web/api/api.ts'
import { HistoryDrawer } from '#web/history/historyTab.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { res } from './res.contract.ts'
import type { Row } from './resourceWords.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const ResourceForm = lazyWindow(() => import('./ResourceForm.tsx'))
const VersionModal = lazyWindow(() => import('./VersionModal.tsx'))
const ShareModal = lazyWindow(() => import('./share/ShareModal.tsx'))

/** Returns the actions on resources with their dialogs. */
export function useResourceActions() {
  const may = useMay()
  const me = useMe()
  const { show, ask, dialogs } = useDialogs()
  const back = useSend(res.setscope, { said: () => '已撤回公开' })
  const remove = useSend(res.delete, { said: ({ resNos }) => `${resNos.length} 个资源已删除` })

  const askBack = ({ resNo, resName, ver }: Row) =>
    ask({
      title: `撤回“${resName}”的公开`,
      touches: '别的单位不再看得到它，收藏它的人也打不开；再次共享要重新审核。',
      verb: '撤回公开',
      act: () => back.mutateAsync({ resNo, ver, scope: ResourceScope.own }),
    })
  const askDelete = (rows: Pick<Row, 'resNo' | 'resName'>[], onDone?: () => void) =>
    ask({
      title: rows.length === 1 ? `删除“${rows[0]?.resName}”` : `删除 ${rows.length} 个资源`,
      touches: '连同全部版本一起不再显示，收藏它的人也打不开；可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ resNos: rows.map(({ resNo }) => resNo) }).then(onDone),
    })
  const showHistory = ({ resNo, resName }: Row) =>
    show((close) => <HistoryDrawer kind="res" no={resNo} name={resName} onClose={close} />)
  const menuFor = (row: Row) => {
    const edits = may(res.update) && row.editFlag === '1'
    return menuOf([
      edits && { key: 'edit', label: '编辑', act: () => show((close) => <ResourceForm row={row} onClose={close} />) },
      edits && { key: 'version', label: '新版本', act: () => show((close) => <VersionModal row={row} onClose={close} />) },
      edits && { key: 'share', label: '共享设置', act: () => show((close) => <ShareModal row={row} onClose={close} />) },
      row.ofEntNo === me.entNo && { key: 'history', label: '历史', act: () => showHistory(row) },
      edits && row.scope !== ResourceScope.own && { key: 'back', label: '撤回公开', act: () => askBack(row) },
      may(res.delete) && row.delFlag === '1' && { key: 'delete', label: '删除', danger: true, act: () => askDelete([row]) },
    ])
  }
  return { menuFor, askDelete, dialogs }
}
