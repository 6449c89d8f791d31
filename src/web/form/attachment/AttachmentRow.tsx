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
  const lost = isLost(file, sending)
  return (
    <li>
      {picture}
      <span className="attachment-name" title={name}>
        {name}
      </span>
      <span className="grey">{formatBytes(size)}</span>
      {(success === FileState.sending || isPaused) && sending && (
        <progress max={100} value={sending.percent} aria-label={`${name}的上传进度`} />
      )}
      {lost && <Problem>上次没有传完，请选择同一个文件</Problem>}
      {success === FileState.waiting && sending && !problem && <span className="grey">{isPaused ? '已暂停' : '等待上传'}</span>}
      {problem && <Problem>没有传上去：{problem}</Problem>}
      <span className="attachment-acts">
        {lost && <ChooseAgain file={file} onChoose={onGoOn} />}
        {success === FileState.sending && sending && isLarge(sending.file) && <Act verb="暂停" name={name} act={onRest} />}
        {isPaused && <Act verb="继续" name={name} act={onRetry} />}
        {problem && <Act verb="重试" name={name} act={onRetry} />}
        {onRemove && <Act verb="移除" name={name} act={onRemove} />}
      </span>
    </li>
  )
}

const Problem = ({ children }: { children: ReactNode }) => (
  <span className="bad-text" role="alert">
    {children}
  </span>
)

const Act = ({ verb, name, act }: { verb: string; name: string; act: () => void }) => (
  <Button type="link" size="small" onClick={act} aria-label={`${verb}${name}`}>
    {verb}
  </Button>
)

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
