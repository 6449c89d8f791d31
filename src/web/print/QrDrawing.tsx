import { QRCode } from 'antd'

/** Draws a QR code; loaded when there is one to draw. */
export default function QrDrawing({ text, size }: { text: string; size: number }) {
  return (
    <QRCode
      value={text}
      size={size}
      type="svg"
      errorLevel="M"
      color="#000000"
      bgColor="#ffffff"
      marginSize={3}
      bordered={false}
    />
  )
}
