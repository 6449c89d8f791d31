import { Button, Input, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Reveal, useReveal } from './Masked.tsx'
import { useMay } from '#web/api/me.tsx'
import type { In } from '#web/api/send.ts'
import { isMaskedValue } from '#contract/values/masking.ts'
import type { Keyboard } from '../inputs/TextInput.tsx'

type Props = Keyboard & {
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  placeholder?: string
  autoFocus?: boolean
  maxLength?: number | undefined
  /** Names the call that reveals it, for those who may see it. */
  reveal?: { call: Reveal; input: In<Reveal> }
}

/**
 * Draws a sensitive value: masked it cannot be typed in; 修改 starts with an empty field, and 还原 restores the masked one
 * (docs/spec/lists.md#masked-fields).
 */
export function MaskedInput({ value, onChange, autoFocus = false, reveal, ...props }: Props) {
  const [before, setBefore] = useState<string>()
  if (typeof value === 'string' && isMaskedValue(value)) {
    const edit = () => {
      setBefore(value)
      onChange?.('')
    }
    return reveal ? (
      <Revealed {...props} {...reveal} value={value} onEdit={edit} />
    ) : (
      <Hidden {...props} value={value} onEdit={edit} />
    )
  }
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

type HiddenProps = { value: string; onEdit: () => void; id?: string; placeholder?: string; children?: ReactNode }

const Hidden = ({ onEdit, children, ...props }: HiddenProps) => (
  <Space.Compact block>
    <Input {...props} disabled />
    {children}
    <Button className="masked-edit" onClick={onEdit}>
      修改
    </Button>
  </Space.Compact>
)

function Revealed({ call, input, value, ...props }: HiddenProps & { call: Reveal; input: In<Reveal> }) {
  const may = useMay()
  const { clear, verb, toggle } = useReveal(call, input)
  return (
    <Hidden {...props} value={clear ?? value}>
      {/* Reveals it also in a read-only form. */}
      {may(call) && (
        <Button disabled={false} onClick={toggle}>
          {verb}
        </Button>
      )}
    </Hidden>
  )
}
