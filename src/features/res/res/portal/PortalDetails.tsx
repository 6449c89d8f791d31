import { Download, Maximize, Star } from 'lucide-react'
import { Button, Spin } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Label } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatBytes, formatCount, formatTime } from '#web/page/format.ts'
import { useTitle } from '#web/page/title.ts'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import { detailsOf } from '../ResourceCards.tsx'
import { ResourceThumb } from '../ResourceThumb.tsx'
import './details.css'
import { NoResource } from './NoResource.tsx'
import { useMarking, useResource, useSaving, type Whole } from '../useResource.tsx'

const fileOf = (resNo: string, verNo: number) => `/resource/file?no=${resNo}&ver=${verNo}`

/** Draws a resource: the file at the left, its facts at the right. */
export default function PortalDetails() {
  const [params] = useSearchParams()
  const resNo = params.get('no')
  return resNo ? <Details resNo={resNo} /> : <NoResource />
}

function Details({ resNo: asked }: { resNo: string }) {
  const { resource, error, refetch } = useResource(asked)
  useTitle(resource?.resName)
  if (error && !resource) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!resource) return <Spin className="page-spin" delay={200} />
  const { resNo, verNo, name, type, size, url } = resource
  return (
    <div className="portal-details touch">
      <section className="portal-sheet details-file" aria-label="预览">
        <FileViewer key={`${resNo} ${verNo}`} name={name} type={type} size={size} url={url} />
      </section>
      <aside className="portal-sheet details-side">
        <h1>{resource.resName}</h1>
        {resource.des && <p className="details-words">{resource.des}</p>}
        <Acts resource={resource} />
        <Facts resource={resource} />
        <Versions resource={resource} />
        <Alike resource={resource} />
      </aside>
    </div>
  )
}

function Acts({ resource }: { resource: Whole }) {
  const navigate = useNavigate()
  const mark = useMarking()
  const saving = useSaving()
  const { resNo, verNo, favFlag } = resource
  const isMarked = favFlag === '1'
  return (
    <div className="details-acts">
      <Button type="primary" icon={<Download />} {...saving(resNo, resource)}>
        下载
      </Button>
      <Button
        icon={isMarked ? <Star className="resource-star" fill="currentColor" /> : <Star />}
        aria-pressed={isMarked}
        onClick={() => mark(resource)}
      >
        {isMarked ? '已收藏' : '收藏'}
      </Button>
      <Button icon={<Maximize />} onClick={() => void navigate(fileOf(resNo, verNo))}>
        全屏
      </Button>
    </div>
  )
}

function Facts({ resource }: { resource: Whole }) {
  const { ofEntName, empName, clsName, subj, stdyPrd, name, size, putTm, viewCnt, downCnt } = resource
  return (
    <dl className="details-facts">
      <Fact title="来自">{empName ? `${ofEntName} ${empName}` : ofEntName}</Fact>
      <Fact title="分类">{clsName}</Fact>
      <Fact title="学科">{subj && <Label type="SUBJECT" value={subj} />}</Fact>
      <Fact title="学段">{stdyPrd && <Label type="STDY_PRD" value={stdyPrd} />}</Fact>
      <Fact title="文件">{`${name}，${formatBytes(size)}`}</Fact>
      <Fact title="上传时间">{formatTime(putTm)}</Fact>
      <Fact title="使用">{`浏览 ${formatCount(viewCnt)} 次，下载 ${formatCount(downCnt)} 次`}</Fact>
    </dl>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) =>
  children && (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )

function Versions({ resource: { resNo, versions } }: { resource: Whole }) {
  if (versions.length < 2) return null
  return (
    <section>
      <h2>版本</h2>
      <ul className="details-list">
        {versions.map(({ verNo, rem, crtTm, size }) => (
          <li key={verNo}>
            <Link to={fileOf(resNo, verNo)}>第 {verNo} 版</Link>
            <span className="grey">
              {formatTime(crtTm)} · {formatBytes(size)}
              {rem && ` · ${rem}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Alike({ resource: { alike } }: { resource: Whole }) {
  if (alike.length === 0) return null
  return (
    <section>
      <h2>同类资源</h2>
      <ul className="resource-rows">
        {alike.map(({ resNo, resName, type, thumb, downCnt }) => (
          <li key={resNo}>
            <Link to={detailsOf(resNo)}>
              <ResourceThumb type={type} thumb={thumb} size="row" />
              <span className="resource-facts">
                <strong>{resName}</strong>
                <span className="grey">下载 {formatCount(downCnt)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
