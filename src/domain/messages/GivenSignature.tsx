import { strokesOf } from '#contract/values/signature.ts'
import { Signature } from '#domain/forms/Signature.tsx'
import './givenSignature.css'

/** Draws a signature as it was given: its strokes, or the name that was typed. */
export function GivenSignature({ value, name }: { value: string; name: string }) {
  const strokes = strokesOf(value)
  return (
    <span className="given-signature">{strokes ? <Signature strokes={strokes} label={`${name}的签名`} /> : <i>{value}</i>}</span>
  )
}
