import { Checkbox, Form } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  name: string
  /** What the flag means, as a sentence. */
  children: ReactNode
  /** Told of the new value, to fill in what follows from it. */
  onFlag?: (value: '0' | '1') => void
}

/** A flag of the form around it as a sentence that is true or not. */
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
