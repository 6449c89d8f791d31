import { Input } from 'antd'
import { pathOf, strokesOf } from '#contract/values/signature.ts'
import { SignControl } from '#domain/forms/SignControl.tsx'

type Props = { value: string; onChange: (value: string) => void }

/** Takes a signature by finger, pen or mouse; who cannot draw types the name instead. */
export function SignField({ value, onChange }: Props) {
  const strokes = strokesOf(value)
  return (
    <div className="stack">
      <span id="sign-label">请在框里签名</span>
      <SignControl
        value={strokes}
        onChange={(drawn) => onChange(drawn ? pathOf(drawn as number[][]) : '')}
        labelId="sign-label"
        describedBy={undefined}
        readOnly={false}
      />
      {!strokes && (
        <Input
          aria-label="输入姓名代替手写"
          placeholder="不方便手写，可输入姓名"
          maxLength={40}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  )
}
