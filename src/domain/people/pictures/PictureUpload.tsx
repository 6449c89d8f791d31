import { Inbox } from 'lucide-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox, Upload } from 'antd'
import { useRef, useState } from 'react'
import { type PhotoKind, photoKinds } from '../photos.contract.ts'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { pictureLimits } from '../pictures.contract.ts'
import { query, readAgain } from '#web/api/api.ts'
import { CodeInput } from '#web/form/inputs/CodeInput.tsx'
import { formatBytes, formatCount } from '#web/page/format.ts'
import { Working } from '#web/importing/Working.tsx'
import { useMe } from '#web/api/me.tsx'
import { sendFile } from '#web/api/sendFile.ts'
import { toast } from '#web/feedback/toast.ts'
import { again } from '#web/upload/sendChunks.ts'
import type { PictureSubject } from './pictureSubject.web.ts'

/** Draws the first step: the kind of photos, and the ZIP; then the progress of sending and unpacking. */
export function PictureUpload({ subject: { calls, titles, example, consent, consents } }: { subject: PictureSubject }) {
  const { idntVal } = useMe()
  const { data: faces } = useQuery(query(entcfg.getcurval, { cfgCode: 'FACE_ON' }))
  const [phtType, setType] = useState<PhotoKind>('card')
  const [agreed, setAgreed] = useState(false)
  const [sent, setSent] = useState(0)
  const stop = useRef(new AbortController())
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      return again(() => sendFile(calls.previewpic, { file, phtType, cnsntFlag: agreed ? '1' : '0' }, setSent, signal), signal)
    },
    onSuccess: () => readAgain(calls.previewpic),
    onError: (error) => stop.current.signal.aborted || toast.error(error.message),
  })
  const choose = (file: File) => {
    setSent(0)
    if (file.size > pictureLimits.zipBytes) toast.error(`压缩包超过 ${formatBytes(pictureLimits.zipBytes)}，请分成几份`)
    else sending.mutate(file)
  }
  if (sending.isPending && sent < 100)
    return <Working no={undefined} text="正在上传" sent={sent} onStop={() => stop.current.abort()} />
  if (sending.isPending) return <Working no={idntVal} text="正在检查照片" />
  const names = Object.values(titles)
  const { name, least, cut } = photoKinds[phtType]
  const waits = phtType === 'face' && !agreed
  return (
    <>
      {faces?.curVal === '1' && (
        <div className="page-tools" style={{ marginBottom: 12 }}>
          <CodeInput
            typeCode="PHT_TYPE"
            only={Object.keys(photoKinds)}
            value={phtType}
            onChange={(type) => setType(type as PhotoKind)}
          />
          {phtType === 'face' && (
            <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
              {consent}
            </Checkbox>
          )}
        </div>
      )}
      <Upload.Dragger
        accept=".zip"
        maxCount={1}
        showUploadList={false}
        disabled={waits}
        beforeUpload={(file) => {
          choose(file)
          return false
        }}
      >
        <p className="ant-upload-drag-icon">
          <Inbox />
        </p>
        <p className="ant-upload-text">{waits ? `先勾选${consents}同意` : '点这里选择 ZIP 压缩包，或把它拖进来'}</p>
        <p className="ant-upload-hint">
          照片用{names.slice(0, -1).join('、')}或{names.at(-1)}做文件名，后面可以加姓名，如 {example}.jpg、{example}_张三.jpg。
        </p>
      </Upload.Dragger>
      <p className="grey">
        {name}须是 jpg 或 png，至少 {least.width}×{least.height} 像素，会从中间裁成 {cut.width}×{cut.height}。一次最多{' '}
        {formatCount(pictureLimits.entries)} 张、{formatBytes(pictureLimits.zipBytes)}。
      </p>
    </>
  )
}
