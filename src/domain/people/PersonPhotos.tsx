import { Button, Spin } from 'antd'
import type * as z from 'zod'
import { useQuery } from '@tanstack/react-query'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { query } from '#web/api/api.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import type { PersonPhoto } from './personPhoto.contract.ts'
import { type PhotoKind, photoKinds, PhotoState } from './photos.contract.ts'
import './pictures/pictures.css'

type Photo = z.output<typeof PersonPhoto>

type Props = {
  name: string
  /** Holds the photos once they are read, and the failure to read them. */
  read: { data: Photo[] | undefined; error: Error | null; refetch: () => unknown }
  /** Says who consents to storing the face. */
  consents: string
  /** Opens the window to hand one in; undefined where the caller may not. */
  onHand: ((kind: PhotoKind) => void) | undefined
  /** Deletes the face for good; undefined where the caller may not. */
  onWithdraw: (() => Promise<unknown>) | undefined
}

/** Draws the photos of a person: those in use, the state of submitted ones, and the way to submit another. */
export function PersonPhotos({ name, read: { data, error, refetch }, consents, onHand, onWithdraw }: Props) {
  const { data: faces } = useQuery(query(entcfg.getcurval, { cfgCode: 'FACE_ON' }))
  const { ask, dialog } = useConfirm()
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const takesFaces = faces?.curVal === '1'
  const askWithdraw = (withdraw: () => Promise<unknown>) =>
    ask({
      title: `删除“${name}”的人脸照`,
      touches: `${consents}撤回同意后，现用的和提交过的人脸照连同文件都会删除，不能撤销；证件照不受影响，可以改用卡片。`,
      verb: '删除',
      act: withdraw,
    })
  return (
    <div className="stack touch">
      {data
        .filter(({ phtType, url, stt }) => phtType === 'card' || takesFaces || url || stt)
        .map((photo) => (
          <section key={photo.phtType}>
            <h2 className="section-title">{photoKinds[photo.phtType].name}</h2>
            <Pictures photo={photo} name={name} />
            <div className="row-actions" style={{ marginTop: 8 }}>
              {onHand && (photo.phtType === 'card' || takesFaces) && (
                <Button onClick={() => onHand(photo.phtType)}>
                  {photo.url ? '更换' : '提交'}
                  {photoKinds[photo.phtType].name}
                </Button>
              )}
              {onWithdraw && photo.phtType === 'face' && (photo.url || photo.stt) && (
                <Button danger onClick={() => askWithdraw(onWithdraw)}>
                  撤回同意并删除
                </Button>
              )}
            </div>
          </section>
        ))}
      {dialog}
    </div>
  )
}

function Pictures({ photo, name: whose }: { photo: Photo; name: string }) {
  const { phtType, url, cnsntBy, newUrl, stt, rsn, nickName, crtTm } = photo
  const { name } = photoKinds[phtType]
  const isOpen = stt === PhotoState.waiting || stt === PhotoState.refused
  return (
    <>
      <div className="photos">
        <figure>
          {url ? <img src={url} alt={`${whose}的${name}`} /> : <div className="photo-empty">还没有</div>}
          {url && <figcaption className="grey">现用</figcaption>}
        </figure>
        {isOpen && newUrl && (
          <figure>
            <img src={newUrl} alt={`${whose}提交的${name}`} />
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
