import { lazy, Suspense, useState } from 'react'
import { Scope } from '#domain/resources/resources.contract.ts'
import { useSend } from '#web/api/api.ts'
import { HistoryDrawer } from '#web/history/historyTab.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { menuOf } from '#web/list/columns/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { res } from './res.contract.ts'
import type { Row } from './resourceWords.tsx'

const ResourceForm = lazy(() => import('./ResourceForm.tsx'))
const VersionModal = lazy(() => import('./VersionModal.tsx'))
const ShareModal = lazy(() => import('./share/ShareModal.tsx'))

type Kind = 'edit' | 'version' | 'share' | 'history'

/** What can be done with resources, and the dialogs that it takes. */
export function useResourceActions() {
  const may = useMay()
  const me = useMe()
  const [form, setForm] = useState<{ kind: Kind; row: Row }>()
  const { ask, dialog } = useConfirm()
  const back = useSend(res.setscope, { said: () => '已撤回公开' })
  const remove = useSend(res.delete, { said: ({ resNos }) => `${resNos.length} 个资源已删除` })
  const close = () => setForm(undefined)

  const askBack = ({ resNo, resName, ver }: Row) =>
    ask({
      title: `撤回“${resName}”的公开`,
      touches: '别的单位不再看得到它，收藏它的人也打不开；再次共享要重新审核。',
      verb: '撤回公开',
      act: () => back.mutateAsync({ resNo, ver, scope: Scope.own }),
    })
  const askDelete = (rows: Pick<Row, 'resNo' | 'resName'>[], onDone?: () => void) =>
    ask({
      title: rows.length === 1 ? `删除“${rows[0]?.resName}”` : `删除 ${rows.length} 个资源`,
      touches: '连同全部版本一起不再显示，收藏它的人也打不开；可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ resNos: rows.map(({ resNo }) => resNo) }).then(onDone),
    })
  const menuFor = (row: Row) => {
    const edits = may(res.update) && row.editFlag === '1'
    const open = (kind: Kind) => () => setForm({ kind, row })
    return menuOf([
      edits && { key: 'edit', label: '编辑', act: open('edit') },
      edits && { key: 'version', label: '新版本', act: open('version') },
      edits && { key: 'share', label: '共享设置', act: open('share') },
      row.ofEntNo === me.entNo && { key: 'history', label: '历史', act: open('history') },
      edits && row.scope !== Scope.own && { key: 'back', label: '撤回公开', act: () => askBack(row) },
      may(res.delete) && row.delFlag === '1' && { key: 'delete', label: '删除', danger: true, act: () => askDelete([row]) },
    ])
  }
  const dialogs = (
    <>
      <Suspense>
        {form?.kind === 'edit' && <ResourceForm row={form.row} onClose={close} />}
        {form?.kind === 'version' && <VersionModal row={form.row} onClose={close} />}
        {form?.kind === 'share' && <ShareModal row={form.row} onClose={close} />}
        {form?.kind === 'history' && <HistoryDrawer kind="res" no={form.row.resNo} name={form.row.resName} onClose={close} />}
      </Suspense>
      {dialog}
    </>
  )
  return { menuFor, askDelete, dialogs }
}
