import { Download, Inbox } from 'lucide-react'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import type { ImportPreview } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { useSend } from '#web/api/api.ts'
import { save } from '#web/api/send.ts'
import { sendAny } from '#web/upload/sendChunks.ts'
import { toast } from '#web/feedback/toast.ts'
import { Working } from './Working.tsx'

type Props = {
  kind: string
  preview: Call<z.ZodObject, typeof ImportPreview>
  needs: string
  /** Holds what the preview needs besides the workbook. */
  input?: Record<string, string> | undefined
}

/** Draws the first step: the template for a new list, and the workbook. */
export function ChooseFile({ kind, preview, needs, input }: Props) {
  const reading = useSend(preview, { quiet: true })
  // Holds the percentage of the workbook that has been sent, while it is.
  const [sent, setSent] = useState<number>()
  const [fileNo, setFileNo] = useState<string>()
  const [stop, setStop] = useState<AbortController>()
  const choose = async (file: File) => {
    const stopping = new AbortController()
    try {
      setStop(stopping)
      setSent(0)
      const { fileNo } = await sendAny(file, setSent, stopping.signal)
      setFileNo(fileNo)
      setSent(undefined)
      await reading.mutateAsync({ ...input, fileNo })
    } catch (error) {
      setSent(undefined)
      if (!stopping.signal.aborted) toast.error((error as Error).message)
    }
  }
  if (sent !== undefined) return <Working no={undefined} text="正在上传" sent={sent} onStop={() => stop?.abort()} />
  if (reading.isPending) return <Working no={fileNo} text="正在读取和核对" />
  return (
    <>
      <Upload.Dragger
        accept=".xlsx"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          void choose(file)
          return false
        }}
      >
        <p className="ant-upload-drag-icon">
          <Inbox />
        </p>
        <p className="ant-upload-text">点这里选择 Excel 文件（.xlsx），或把它拖进来</p>
        <p className="ant-upload-hint">{needs}</p>
      </Upload.Dragger>
      <div className="page-tools" style={{ marginTop: 16 }}>
        <Button
          icon={<Download />}
          onClick={() => void save(imp.template, { kind }).catch((error: Error) => toast.error(error.message))}
        >
          下载模板
        </Button>
        <span className="grey">还没有名单时用模板填写；已有名单可以直接导入，列名和顺序不必相同。</span>
      </div>
    </>
  )
}
