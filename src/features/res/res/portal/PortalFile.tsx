import { ArrowLeftOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button, Spin } from 'antd'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import { detailsOf } from '../ResourceCards.tsx'
import './details.css'
import { useResource, useSaving } from '../useResource.tsx'

/** Draws a file of a resource and nothing else: its newest version, or the one that the address names. */
export default function PortalFile() {
  const [params] = useSearchParams()
  const { resource, error, refetch } = useResource(params.get('no') ?? '')
  const saving = useSaving()
  const asked = Number(params.get('ver'))
  const version = resource?.versions.find(({ verNo }) => verNo === asked) ?? resource?.versions[0]
  const title =
    resource && version && (resource.versions.length > 1 ? `${resource.resName}（第 ${version.verNo} 版）` : resource.resName)
  useEffect(() => {
    if (title) document.title = `${title} - 智慧校园学校平台`
  }, [title])
  if (error && !resource) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!resource || !version) return <Spin className="page-spin" delay={200} />
  const { resNo } = resource
  return (
    <div className="portal-sheet portal-file touch">
      <div className="spread">
        <Link to={detailsOf(resNo)} className="file-back">
          <ArrowLeftOutlined aria-hidden /> 资源详情
        </Link>
        <h1 title={version.name}>{title}</h1>
        <Button icon={<DownloadOutlined />} {...saving(resNo, version)}>
          下载
        </Button>
      </div>
      <FileViewer key={`${resNo} ${version.verNo}`} {...version} />
    </div>
  )
}
