import { Inbox } from 'lucide-react'
import { Upload } from 'antd'
import type { Attachment } from '#contract/attachment.ts'
import { attachmentTypes } from '#contract/fileTypes.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { useMe } from '#web/api/me.tsx'
import { progressOf, attachmentWords } from './attachments.ts'
import './attachments.css'
import { UnfinishedFiles } from './UnfinishedFiles.tsx'
import { useAttachments } from './useAttachments.ts'

type Props = {
  value?: Attachment[]
  onChange?: (files: Attachment[]) => void
  /** Lists the accepted types; all that attachments may be without it. */
  types?: readonly string[]
  most?: number
  disabled?: boolean
  id?: string
}

const none: Attachment[] = []

/**
 * Draws files that are sent as soon as they are chosen, several at once; a form waits until all are there
 * (docs/spec/inputs.md#files).
 */
export function AttachmentInput({ value = none, onChange, types = attachmentTypes, most = 9, disabled = false, id }: Props) {
  const limits = { types, most, largest: Number(useMe().cfgData['FILE_MAX']) * 2 ** 20 }
  const { add, goOn, retry, rest, remove, sendings } = useAttachments(value, onChange, limits)
  return (
    <div className="attachments touch">
      {!disabled && (
        <Upload.Dragger
          {...(id && { id })}
          multiple
          accept={types.map((type) => `.${type}`).join()}
          showUploadList={false}
          {...(value.length >= most && { disabled: true })}
          beforeUpload={(file) => {
            add(file)
            return false
          }}
        >
          <Inbox aria-hidden /> {value.length < most ? '点这里选择文件，或把它们拖进来' : `已有 ${most} 个`}
          <p className="grey">{attachmentWords(limits)}</p>
        </Upload.Dragger>
      )}
      {!disabled && <UnfinishedFiles chosen={value} />}
      {value.length > 0 && (
        <ul aria-label="附件">
          {value.map((file) => (
            <AttachmentRow
              key={file.fileNo}
              file={file}
              sending={sendings[file.fileNo]}
              onGoOn={(chosen) => goOn(file, chosen)}
              onRetry={() => retry(file.fileNo)}
              onRest={() => rest(file.fileNo)}
              onRemove={disabled ? undefined : () => remove(file.fileNo)}
            />
          ))}
        </ul>
      )}
      <span className="unseen" role="status">
        {progressOf(value)}
      </span>
    </div>
  )
}
