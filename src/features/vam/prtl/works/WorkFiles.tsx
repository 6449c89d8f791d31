import { ImageIcon, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { mostPictures, WorkKind } from '#domain/activities/activities.contract.ts'
import type { Attachment } from '#contract/attachment.ts'
import { fileKindOf } from '#contract/fileTypes.ts'
import { AttachmentRow } from '#web/form/attachment/AttachmentRow.tsx'
import { progressOf } from '#web/form/attachment/attachments.ts'
import '#web/form/attachment/attachments.css'
import { LocalPicture } from '#web/form/picture/LocalPicture.tsx'
import { useAttachments } from '#web/form/attachment/useAttachments.ts'
import { useMe } from '#web/api/me.tsx'

const pictures = ['png', 'jpg', 'jpeg', 'gif']
const videos = ['mp4']

const isVideo = ({ name }: { name: string }) => fileKindOf(name.split('.').pop() ?? '') === 'video'

type Props = { types: string; value: Attachment[]; onChange: (files: Attachment[]) => void }

/** Draws the files of a work: up to nine pictures, or a video; sent as soon as they are chosen. */
export function WorkFiles({ types, value, onChange }: Props) {
  const [first] = value
  const mayPicture = types !== WorkKind.video && !(first && isVideo(first))
  const mayVideo = types !== WorkKind.pictures && !first
  const limits = {
    types: [...(mayPicture ? pictures : []), ...(mayVideo ? videos : [])],
    most: first && isVideo(first) ? 1 : mostPictures,
    largest: Number(useMe().cfgData['FILE_MAX']) * 2 ** 20,
  }
  const { add, goOn, retry, rest, remove, sendings } = useAttachments(value, onChange, limits)
  // Finds the file by name and size, since its number changes once it is there.
  const fileOf = ({ name, size }: Attachment) =>
    Object.values(sendings).find(({ file }) => file.name === name && file.size === size)?.file
  const choose = (files: readonly File[]) => files.forEach(add)
  return (
    <div className="attachments work-files">
      <div className="work-picks">
        {mayPicture && value.length < mostPictures && (
          <Pick accept="image/png,image/jpeg,image/gif" many onPick={choose} icon={<ImageIcon aria-hidden />}>
            {value.length > 0 ? '再加图片' : '拍照或选图片'}
          </Pick>
        )}
        {mayVideo && (
          <Pick accept="video/mp4" onPick={choose} icon={<Video aria-hidden />}>
            拍摄或选视频
          </Pick>
        )}
      </div>
      <p className="grey">{wordsFor(types)}</p>
      {value.length > 0 && (
        <ul aria-label="图片或视频">
          {value.map((one) => {
            const file = fileOf(one)
            return (
              <AttachmentRow
                key={one.fileNo}
                file={one}
                sending={sendings[one.fileNo]}
                onGoOn={(chosen) => goOn(one, chosen)}
                onRetry={() => retry(one.fileNo)}
                onRest={() => rest(one.fileNo)}
                onRemove={() => remove(one.fileNo)}
                picture={
                  <span className="work-thumb">
                    {file && !isVideo(one) ? <LocalPicture picture={file} alt="" /> : <Video aria-hidden />}
                  </span>
                }
              />
            )
          })}
        </ul>
      )}
      <span className="unseen" role="status">
        {progressOf(value)}
      </span>
    </div>
  )
}

function wordsFor(types: string): string {
  if (types === WorkKind.pictures) return `最多 ${mostPictures} 张图片（jpg、png、gif）`
  return types === WorkKind.video ? '一个 mp4 视频' : `最多 ${mostPictures} 张图片（jpg、png、gif），或一个 mp4 视频`
}

type PickProps = { accept: string; many?: boolean; icon: ReactNode; onPick: (files: File[]) => void; children: string }

const Pick = ({ accept, many = false, icon, onPick, children }: PickProps) => (
  <label className="work-pick">
    <input
      type="file"
      accept={accept}
      multiple={many}
      onChange={({ target }) => {
        onPick([...(target.files ?? [])])
        // Lets the same file be chosen again.
        target.value = ''
      }}
    />
    {icon} {children}
  </label>
)
