import { Upload } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatBytes, formatDate, formatTime } from '#web/page/format.ts'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { useMay } from '#web/api/me.tsx'
import { ListEnd } from './ListEnd.tsx'
import { ResourceRows, type Row } from '../ResourceCards.tsx'
import { res } from '../res.contract.ts'
import './my.css'
import { useResourceActions } from '../useResourceActions.tsx'
import { usePortalList } from './usePortalList.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const UploadModal = lazyWindow(() => import('../UploadModal.tsx'))

const tabs = [
  { key: 'own', label: '上传', hint: '还没有上传过资源' },
  { key: 'fav', label: '收藏', hint: '还没有收藏的资源，在资源详情里点“收藏”' },
  { key: 'seen', label: '历史', hint: '还没有看过资源' },
] as const

const shared = (row: Row) => row.scope !== ResourceScope.own && <StatusTag type="RES_SHR" value={row.shrStt} />
const notes: Record<(typeof tabs)[number]['key'], (row: Row) => ReactNode> = {
  own: (row) => (
    <>
      {formatDate(row.putTm)} · {row.clsName} · {formatBytes(row.size)} {shared(row)}
      {row.answer && `：${row.answer}`}
    </>
  ),
  fav: (row) => `${row.ofEntName} · ${row.clsName ?? '–'} · ${formatBytes(row.size)}`,
  seen: (row) => `${formatTime(row.lastTm)} · ${row.ofEntName}`,
}

/** Draws the resources that somebody uploaded, marked and opened, and the room left. */
export default function PortalMy() {
  const may = useMay()
  const list = usePortalList({ mine: 'own' })
  const [isUploading, setUploading] = useState(false)
  const { menuFor, dialogs } = useResourceActions()
  const tab = tabs.find(({ key }) => key === list.filters.mine) ?? tabs[0]
  const upload = may(res.create) && (
    <Button type="primary" icon={<Upload />} onClick={() => setUploading(true)}>
      上传资源
    </Button>
  )
  return (
    <div className="portal-sheet portal-my touch">
      <div className="spread">
        <h1>我的资源</h1>
        {upload}
      </div>
      <Room />
      <Tabs
        activeKey={tab.key}
        onChange={(mine) => list.set({ mine: mine === 'own' ? undefined : mine })}
        items={tabs.map(({ key, label }) => ({ key, label }))}
      />
      <ListEnd
        list={list}
        empty={<EmptyState hint={tab.hint}>{tab.key === 'own' ? upload : <Link to="/resource/home">去找资源</Link>}</EmptyState>}
      >
        {(rows) => (
          <ResourceRows
            rows={rows}
            note={notes[tab.key]}
            tools={(row) => tab.key === 'own' && <ActionsButton menu={menuFor(row)} row={row.resName} />}
          />
        )}
      </ListEnd>
      {dialogs}
      <Suspense>{isUploading && <UploadModal onClose={() => setUploading(false)} />}</Suspense>
    </div>
  )
}

/** Draws the used share of one's room. */
function Room() {
  const { data } = useQuery(query(res.getquota, {}))
  if (!data) return null
  const { used, most, resCnt } = data
  return (
    <div className="portal-quota">
      <label htmlFor="quota">
        已用 {formatBytes(used)}，共 {formatBytes(most)}；{resCnt} 个资源
      </label>
      <progress id="quota" max={most || 1} value={used} />
    </div>
  )
}
