import { Form, Input } from 'antd'
import { useState } from 'react'
import { type Attachment, FileState } from '#contract/attachment.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { AttachmentInput } from '#web/form/attachment/AttachmentInput.tsx'
import { res } from './res.contract.ts'
import { againWords, type Row, useIsPlace } from './resourceWords.tsx'
import './resources.css'

/** Puts a newer file in the place of a resource's. */
export default function VersionModal({ row, onClose }: { row: Row; onClose: () => void }) {
  const isPlace = useIsPlace()
  const [files, setFiles] = useState<Attachment[]>([])
  const [rem, setRem] = useState('')
  const { mutate, isPending } = useSend(res.addversion, { said: () => `“${row.resName}”已上传新版本` })
  const [file] = files
  const again = againWords(row, isPlace(row.scope))
  const save = () =>
    file && mutate({ resNo: row.resNo, ver: row.ver, fileNo: file.fileNo, rem: rem.trim() || null }, { onSuccess: onClose })
  return (
    <AppModal
      open
      className="touch"
      title={`“${row.resName}”的新版本`}
      okText="上传新版本"
      cancelText="取消"
      confirmLoading={isPending}
      okButtonProps={{ disabled: file?.success !== FileState.sent }}
      onOk={save}
      onCancel={onClose}
    >
      {again && <p className="resource-again">{again}</p>}
      <p className="grey">
        现在是第 {row.verNo} 版：{row.name}。旧版本留着，本单位的人都能看到。
      </p>
      <Form layout="vertical">
        <Form.Item label="文件" required htmlFor="version-file">
          <AttachmentInput id="version-file" value={files} onChange={setFiles} most={1} />
        </Form.Item>
        <Form.Item label="改了什么" htmlFor="version-rem">
          <Input
            id="version-rem"
            value={rem}
            maxLength={100}
            placeholder="如：补了答案"
            onChange={({ target }) => setRem(target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
