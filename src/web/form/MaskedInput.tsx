import { Button, Input, Space } from 'antd'
import { useState } from 'react'

export const isMasked = (value: unknown) => typeof value === 'string' && value.includes('*')

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  placeholder?: string
  autoFocus?: boolean
  maxLength?: number | undefined
}

/** A sensitive value: masked it cannot be typed in; 修改 starts with an empty field, and 还原 gives the masked one back (screens, 3.6). */
export function MaskedInput({ value, onChange, autoFocus = false, ...props }: Props) {
  const [before, setBefore] = useState<string>()
  if (typeof value === 'string' && isMasked(value))
    return (
      <Space.Compact block>
        <Input {...props} value={value} disabled />
        <Button
          onClick={() => {
            setBefore(value)
            onChange?.('')
          }}
        >
          修改
        </Button>
      </Space.Compact>
    )
  return (
    <Space.Compact block>
      <Input
        {...props}
        autoFocus={before !== undefined}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {before !== undefined && <Button onClick={() => onChange?.(before)}>还原</Button>}
    </Space.Compact>
  )
}
