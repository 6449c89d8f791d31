import { isDrawn, signatureBox } from '#contract/values/signature.ts'
import './signature.css'

/** Draws a signature as it was given: strokes, or a name that was typed. */
export function Signature({ value, name }: { value: string; name: string }) {
  const { width, height } = signatureBox
  if (!isDrawn(value)) return <span className="signature-name">{value}</span>
  return (
    <svg className="signature" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${name}的签名`}>
      <path d={value} />
    </svg>
  )
}
