import { Checkbox, Form } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  name: string
  /** Explains the flag in a sentence. */
  children: ReactNode
  /** Receives the new value, to fill in dependent fields. */
  onFlag?: (value: '0' | '1') => void
}

/** Draws a flag of the form around it as a sentence that is true or not. */
export const FlagLine = ({ name, children, onFlag }: Props) => (
  <Form.Item
    name={name}
    style={{ marginBottom: 0 }}
    getValueProps={(value) => ({ checked: value === '1' })}
    getValueFromEvent={({ target }: { target: { checked: boolean } }) => (target.checked ? '1' : '0')}
  >
    <Checkbox onChange={({ target }) => onFlag?.(target.checked ? '1' : '0')}>{children}</Checkbox>
  </Form.Item>
)
