import { Button, Upload } from 'antd'
import type { ReactNode } from 'react'
import { type Attachment, FileState } from '#contract/attachment.ts'
import { formatBytes } from '#web/page/format.ts'
import { isLarge, isLost, type Sending } from './useAttachments.ts'

type Props = {
  file: Attachment
  sending: Sending | undefined
  /** Sends the rest of what was on its way when the form was left. */
  onGoOn: (file: File) => void
  onRetry: () => void
  /** Stops for now what can go on later. */
  onRest: () => void
  onRemove: (() => void) | undefined
  /** Draws its picture. */
  picture?: ReactNode
}

/** Draws a file of a form: name, size, progress, and the buttons to retry or remove it. */
export function AttachmentRow({ file, sending, onGoOn, onRetry, onRest, onRemove, picture }: Props) {
  const { name, size, success } = file
  const problem = sending?.problem
  const isPaused = sending?.isPaused === true
  return (
    <li>
      {picture}
      <span className="attachment-name" title={name}>
        {name}
      </span>
      <span className="grey">{formatBytes(size)}</span>
      {(success === FileState.sending || isPaused) && sending && (
        <progress max={100} value={sending?.percent ?? 0} aria-label={`${name}的上传进度`} />
      )}
      {isLost(file, sending) && (
        <span className="bad-text" role="alert">
          上次没有传完，请选择同一个文件
        </span>
      )}
      {success === FileState.waiting && sending && !problem && <span className="grey">{isPaused ? '已暂停' : '等待上传'}</span>}
      {problem && (
        <span className="bad-text" role="alert">
          没有传上去：{problem}
        </span>
      )}
      <span className="attachment-acts">
        {isLost(file, sending) && <ChooseAgain file={file} onChoose={onGoOn} />}
        {success === FileState.sending && sending && isLarge(sending.file) && (
          <Button type="link" size="small" onClick={onRest} aria-label={`暂停${name}`}>
            暂停
          </Button>
        )}
        {isPaused && (
          <Button type="link" size="small" onClick={onRetry} aria-label={`继续${name}`}>
            继续
          </Button>
        )}
        {sending?.problem && (
          <Button type="link" size="small" onClick={onRetry} aria-label={`重试${name}`}>
            重试
          </Button>
        )}
        {onRemove && (
          <Button type="link" size="small" onClick={onRemove} aria-label={`移除${name}`}>
            移除
          </Button>
        )}
      </span>
    </li>
  )
}

/** Asks for a file that somebody has chosen before: a browser gives nobody a file again after a reload. */
const ChooseAgain = ({ file: { name }, onChoose }: { file: Attachment; onChoose: (file: File) => void }) => (
  <Upload
    accept={`.${name.split('.').pop()}`}
    showUploadList={false}
    beforeUpload={(file) => {
      onChoose(file)
      return false
    }}
  >
    <Button type="link" size="small" aria-label={`继续${name}`}>
      选择同一个文件继续
    </Button>
  </Upload>
)
