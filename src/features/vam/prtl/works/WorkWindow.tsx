import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'antd'
import { type TouchEvent, useRef, useState } from 'react'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import { LikeButton, type ShownWork } from './ShownWorkCard.tsx'

type Props = { work: ShownWork; likes: { count: number; isLiked: boolean }; onLike?: () => void; onClose: () => void }

// Sets the pixels that a finger moves to turn the page.
const swipe = 48

/** Draws a work as large as fits: its pictures one after the other, or its video. */
export default function WorkWindow({ work, likes, onLike, onClose }: Props) {
  const { wrkNo, title, name, unitName, note, files, ownFlag, voteFlag } = work
  const [at, setAt] = useState(0)
  const [isReporting, report] = useState(false)
  const start = useRef<number>(undefined)
  const go = (by: number) => setAt(Math.min(files.length - 1, Math.max(0, at + by)))
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const end = changedTouches[0]?.clientX ?? 0
    const moved = end - (start.current ?? end)
    if (Math.abs(moved) > swipe) go(moved < 0 ? 1 : -1)
  }
  const file = files[at]
  const turning: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
  return (
    <AppModal
      open
      title={title}
      width={1080}
      className="file-window work-window"
      onCancel={onClose}
      footer={
        <div className="spread">
          {ownFlag === '0' ? (
            <Button type="text" onClick={() => report(true)}>
              举报
            </Button>
          ) : (
            <span />
          )}
          {onLike && voteFlag === '1' && <LikeButton title={title} likes={likes} onLike={onLike} />}
        </div>
      }
    >
      <div
        className="work-stage"
        onKeyDown={({ key }) => go(turning[key] ?? 0)}
        // Leaves two fingers to zooming.
        onTouchStart={({ touches }) => void (start.current = touches.length > 1 ? undefined : touches[0]?.clientX)}
        onTouchEnd={onTouchEnd}
      >
        {file && <FileViewer key={file.fileNo} {...file} />}
        {files.length > 1 && (
          <div className="work-turn">
            <Button icon={<ChevronLeft />} aria-label="上一张" disabled={at === 0} onClick={() => go(-1)} />
            <span aria-live="polite">
              {at + 1} / {files.length}
            </span>
            <Button icon={<ChevronRight />} aria-label="下一张" disabled={at === files.length - 1} onClick={() => go(1)} />
          </div>
        )}
      </div>
      <p className="work-note">
        <b>{name}</b> <span className="grey">{unitName}</span>
      </p>
      {note && <p className="work-note">{note}</p>}
      {isReporting && (
        <FieldsModal
          title={`举报“${title}”`}
          call={wrk.report}
          send={{ wrkNo }}
          okText="举报"
          width={440}
          onClose={() => report(false)}
          fields={['rsn']}
        />
      )}
    </AppModal>
  )
}
