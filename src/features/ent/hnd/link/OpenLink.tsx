import { Button, Space } from 'antd'
import type { Out } from '#web/api/send.ts'
import { copyText } from '#web/feedback/copyText.ts'
import { formatTime } from '#web/page/format.ts'
import { Poster } from '#web/print/Poster.tsx'
import { PrintButton } from '#web/print/PrintView.tsx'
import { QrCode } from '#web/print/QrCode.tsx'
import type { hnd } from '../hnd.contract.ts'
import '../hnd.css'

/** Draws the link of a collection that anybody fills in: to copy, to scan, and as a poster to print. */
export default function OpenLink({ collection, path }: { collection: Out<typeof hnd.get>; path: string }) {
  const { title, des, dueTm, passWord } = collection
  const address = location.origin + path
  return (
    <div className="open-link">
      <Poster label={`${title}的二维码`}>
        <h2>{title}</h2>
        {des && <p>{des}</p>}
        <QrCode text={address} size={240} label={`${title}的二维码，用手机扫描后填写`} />
        <p>用微信或手机相机扫码填写</p>
        {dueTm && <p>{formatTime(dueTm)} 截止</p>}
        {passWord && <p>口令请向发起人询问</p>}
      </Poster>
      <code>{address}</code>
      {passWord && <p>口令：{passWord}</p>}
      <Space wrap>
        <Button type="primary" onClick={() => void copyText(address, '填写链接已复制')}>
          复制链接
        </Button>
        <PrintButton module="hnd" />
      </Space>
    </div>
  )
}
