import { BankOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { upload } from '#features/file/upload/upload.contract.ts'
import { useSend } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { toast } from '#web/toast.ts'
import { ent } from './ent.contract.ts'

type Props = { enterprise: { entNo: string; entName: string; entLogo: string | null; ver: number } }

/** The logo of an enterprise: seen, chosen anew, or taken away; saved at once. */
export function LogoField({ enterprise: { entNo, entName, entLogo, ver } }: Props) {
  const may = useMay()
  const sending = useSend(upload.upload, { quiet: true })
  const change = useSend(ent.update, { quiet: true, said: () => `“${entName}”的标志已修改` })
  const busy = sending.isPending || change.isPending
  const save = async (file: File) => {
    try {
      const { result } = await sending.mutateAsync({ entNo, file })
      await change.mutateAsync({ entNo, entLogo: result.fileNo, ver })
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <div className="logo-field">
      {entLogo ? <img src={entLogo} alt={`${entName}的标志`} /> : <BankOutlined className="grey" aria-label="还没有标志" />}
      {may(ent.update) && (
        <div className="stack">
          <Upload
            accept=".jpg,.jpeg,.png"
            showUploadList={false}
            beforeUpload={(file) => {
              void save(file)
              return false
            }}
          >
            <Button loading={busy}>{entLogo ? '换标志' : '选择标志'}</Button>
          </Upload>
          {entLogo && (
            <Button type="link" onClick={() => change.mutate({ entNo, entLogo: null, ver })}>
              去掉标志
            </Button>
          )}
          <span className="grey">png 或 jpg，不超过 500 KB</span>
        </div>
      )}
    </div>
  )
}
