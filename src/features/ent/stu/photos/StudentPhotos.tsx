import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { Suspense, useState } from 'react'
import type * as z from 'zod'
import { type PhotoKind, photoKinds, PhotoState } from '#domain/people/photos.contract.ts'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { stu } from '../stu.contract.ts'
import type { StudentPhoto } from './stu.photos.contract.ts'
import '#domain/people/pictures/pictures.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const StudentPhotoDialog = lazyWindow(() => import('./StudentPhotoDialog.tsx'))

type Photo = z.output<typeof StudentPhoto>
type Props = { student: { stuNo: string; stuName: string } }

/** Draws the photos of a student: those in use, the state of submitted ones, and the way to submit another. */
export default function StudentPhotos({ student }: Props) {
  const { stuNo, stuName } = student
  const may = useMay()
  const { data, error, refetch } = useQuery(query(stu.getphotos, { stuNo }))
  const { data: faces } = useQuery(query(entcfg.getcurval, { cfgCode: 'FACE_ON' }))
  const [handing, setHanding] = useState<PhotoKind>()
  const withdraw = useSend(stu.withdraw)
  const { ask, dialog } = useConfirm()
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const takesFaces = faces?.curVal === '1'
  const askWithdraw = () =>
    ask({
      title: `删除“${stuName}”的人脸照`,
      touches: '监护人撤回同意后，现用的和提交过的人脸照连同文件都会删除，不能撤销；证件照不受影响，可以改用卡片。',
      verb: '删除',
      act: () => withdraw.mutateAsync({ stuNo }),
    })
  return (
    <div className="stack touch">
      {data
        .filter(({ phtType, url, stt }) => phtType === 'card' || takesFaces || url || stt)
        .map((photo) => (
          <section key={photo.phtType}>
            <h2 className="section-title">{photoKinds[photo.phtType].name}</h2>
            <Pictures photo={photo} stuName={stuName} />
            <div className="row-actions" style={{ marginTop: 8 }}>
              {may(stu.applyforstucardpht) && (photo.phtType === 'card' || takesFaces) && (
                <Button onClick={() => setHanding(photo.phtType)}>
                  {photo.url ? '更换' : '提交'}
                  {photoKinds[photo.phtType].name}
                </Button>
              )}
              {may(stu.withdraw) && photo.phtType === 'face' && (photo.url || photo.stt) && (
                <Button danger onClick={askWithdraw}>
                  撤回同意并删除
                </Button>
              )}
            </div>
          </section>
        ))}
      {handing && (
        <Suspense fallback={null}>
          <StudentPhotoDialog student={student} kind={handing} onClose={() => setHanding(undefined)} />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}

function Pictures({ photo, stuName }: { photo: Photo; stuName: string }) {
  const { phtType, url, cnsntBy, newUrl, stt, rsn, nickName, crtTm } = photo
  const { name } = photoKinds[phtType]
  const isOpen = stt === PhotoState.waiting || stt === PhotoState.refused
  return (
    <>
      <div className="photos">
        <figure>
          {url ? <img src={url} alt={`${stuName}的${name}`} /> : <div className="photo-empty">还没有</div>}
          {url && <figcaption className="grey">现用</figcaption>}
        </figure>
        {isOpen && newUrl && (
          <figure>
            <img src={newUrl} alt={`${stuName}提交的${name}`} />
            <figcaption className="grey">{stt === PhotoState.waiting ? '待审' : '已驳回'}</figcaption>
          </figure>
        )}
      </div>
      {url && cnsntBy && <p className="grey">{cnsntBy}已同意采集人脸。</p>}
      {stt === PhotoState.waiting && (
        <p className="grey">
          {nickName} {formatTime(crtTm)} 提交，等待审核。
        </p>
      )}
      {stt === PhotoState.refused && <p className="bad-text">上次提交的照片没有通过：{rsn}</p>}
    </>
  )
}
