import { Form, Input } from 'antd'
import { useState } from 'react'
import { type Attachment, FileState } from '#contract/attachment.ts'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { readAgain } from '#web/api/api.ts'
import { AttachmentInput } from '#web/form/attachment/AttachmentInput.tsx'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { ResourceClassField, type ScopeNo, useClasses } from '#features/res/rescls/rescls.picker.tsx'
import { res } from './res.contract.ts'
import './resources.css'
import { ScopeField } from './share/ShareModal.tsx'

const mostFiles = 20
const longestName = 60
/** Describes what differs from file to file: the name of the resource, and its class where it is not the one for all. */
type Own = { resName?: string; clsNo?: string | null; problem?: string }

const nameOf = ({ name }: Attachment) => name.replace(/\.[^.]*$/, '').slice(0, longestName)

type Props = { clsNo?: string | undefined; onClose: () => void }

/** Puts files in as resources, each named after its file; the class is chosen once, and may differ. */
export default function UploadModal({ clsNo, onClose }: Props) {
  const { byNo } = useClasses()
  const [files, setFiles] = useState<Attachment[]>([])
  const [owns, setOwns] = useState<Record<string, Own>>({})
  const [common, setCommon] = useState<string | null>(clsNo ?? null)
  const [scope, setScope] = useState<ScopeNo>(ResourceScope.own)
  const [busy, setBusy] = useState(false)
  // Finds a file by its name as long as it has no number of its own.
  const ownOf = ({ name }: Attachment): Own => owns[name] ?? {}
  const tell = ({ name }: Attachment, own: Own) => setOwns((all) => ({ ...all, [name]: { ...all[name], ...own } }))
  const classOf = (file: Attachment) => ownOf(file).clsNo ?? common
  const isReady =
    files.length > 0 && files.every((file) => file.success === FileState.sent && classOf(file) && ownOf(file).resName !== '')

  const put = async (file: Attachment) => {
    const subj = byNo.get(classOf(file) ?? '')?.subj ?? null
    const stdyPrd = byNo.get(classOf(file) ?? '')?.stdyPrd ?? null
    const resName = ownOf(file).resName ?? nameOf(file)
    await send(res.create, { clsNo: classOf(file) ?? '', resName, fileNo: file.fileNo, scope, subj, stdyPrd })
  }
  const save = async () => {
    setBusy(true)
    const left: Attachment[] = []
    for (const file of files)
      await put(file).catch((error: Error) => {
        tell(file, { problem: error.message })
        left.push(file)
      })
    setBusy(false)
    setFiles(left)
    if (left.length < files.length) {
      toast.success(`已上传 ${files.length - left.length} 个资源`)
      await readAgain(res.create)
    }
    if (left.length === 0) onClose()
  }
  return (
    <AppModal
      open
      className="touch"
      width={720}
      title="上传资源"
      okText={files.length > 1 ? `上传 ${files.length} 个资源` : '上传'}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="文件" required htmlFor="upload-files">
          <AttachmentInput id="upload-files" value={files} onChange={setFiles} most={mostFiles} />
        </Form.Item>
        <Form.Item label="分类" required htmlFor="upload-class">
          <ResourceClassField id="upload-class" value={common} onChange={setCommon} />
        </Form.Item>
        {files.length > 0 && (
          <fieldset className="upload-names">
            <legend>资源名称{files.length > 1 && '和分类'}</legend>
            {files.map((file) => (
              <div key={file.fileNo}>
                <Input
                  aria-label={`${file.name}的资源名称`}
                  value={ownOf(file).resName ?? nameOf(file)}
                  maxLength={longestName}
                  status={ownOf(file).resName === '' || ownOf(file).problem ? 'error' : ''}
                  onChange={({ target }) => tell(file, { resName: target.value })}
                />
                {files.length > 1 && (
                  <ResourceClassField
                    aria-label={`${file.name}的分类`}
                    placeholder="同上面的分类"
                    clearable
                    value={ownOf(file).clsNo ?? null}
                    onChange={(own) => tell(file, { clsNo: own })}
                  />
                )}
                {ownOf(file).problem && (
                  <span className="bad-text" role="alert">
                    {ownOf(file).problem}
                  </span>
                )}
              </div>
            ))}
          </fieldset>
        )}
        <Form.Item label="谁能看到">
          <ScopeField value={scope} onChange={setScope} />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
