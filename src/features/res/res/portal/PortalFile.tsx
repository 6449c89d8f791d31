import { ArrowLeft, Download } from 'lucide-react'
import { Button, Spin } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useTitle } from '#web/page/title.ts'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import { detailsOf } from '../ResourceCards.tsx'
import './details.css'
import { NoResource } from './NoResource.tsx'
import { useResource, useSaving } from '../useResource.tsx'

/** Draws a file of a resource and nothing else: its newest version, or the one that the address names. */
export default function PortalFile() {
  const [params] = useSearchParams()
  const resNo = params.get('no')
  return resNo ? <File resNo={resNo} verNo={Number(params.get('ver'))} /> : <NoResource />
}

function File({ resNo: asked, verNo: wanted }: { resNo: string; verNo: number }) {
  const { resource, error, refetch } = useResource(asked)
  const saving = useSaving()
  const version = resource?.versions.find(({ verNo }) => verNo === wanted) ?? resource?.versions[0]
  const title =
    resource && version && (resource.versions.length > 1 ? `${resource.resName}（第 ${version.verNo} 版）` : resource.resName)
  useTitle(title)
  if (error && !resource) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!resource || !version) return <Spin className="page-spin" delay={200} />
  const { resNo } = resource
  return (
    <div className="portal-sheet portal-file touch">
      <div className="spread">
        <Link to={detailsOf(resNo)} className="file-back">
          <ArrowLeft aria-hidden /> 资源详情
        </Link>
        <h1 title={version.name}>{title}</h1>
        <Button icon={<Download />} {...saving(resNo, version)}>
          下载
        </Button>
      </div>
      <FileViewer key={`${resNo} ${version.verNo}`} {...version} />
    </div>
  )
}
