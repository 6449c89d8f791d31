import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { copyText } from '#web/feedback/copyText.ts'
import { Poster } from '#web/print/Poster.tsx'
import { PrintButton } from '#web/print/PrintView.tsx'
import { QrCode } from '#web/print/QrCode.tsx'
import { type GateCode, gateCodes } from './vst.codes.contract.ts'

/** Draws the poster of a gate: its owner, the code, and what to do. */
export function GatePoster({ code: { codeNo, stt } }: { code: z.output<typeof GateCode> }) {
  const { data } = useQuery(query(gateCodes.getcode, { codeNo }))
  if (!data) return null
  const isOn = stt === Status.enabled
  return (
    <div>
      <Poster label={`${data.codeName}的登记二维码`}>
        <h2>{data.entName}</h2>
        <span>访客登记 · {data.codeName}</span>
        <QrCode text={location.origin + data.path} size={280} label={`${data.codeName}的登记二维码，用手机扫描`} />
        <ol>
          <li>用微信或手机相机扫码</li>
          <li>填写来访信息并提交</li>
          <li>被访人同意后，向门卫出示入校码</li>
        </ol>
      </Poster>
      <p className="spread">
        <span className="grey">{isOn ? '打印后贴在门口' : '已停用，扫了不能登记'}</span>
        <Space>
          <Button disabled={!isOn} onClick={() => void copyText(location.origin + data.path, '登记链接已复制')}>
            复制链接
          </Button>
          <PrintButton module="vst" disabled={!isOn} />
        </Space>
      </p>
    </div>
  )
}
