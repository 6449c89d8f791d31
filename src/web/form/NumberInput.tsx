import { InputNumber } from 'antd'

type Props = {
  value?: number | null
  onChange?: (value: number | null) => void
  id?: string
  placeholder?: string
  autoFocus?: boolean
  /** Decimal places. */
  precision: number
}

/** A number with separators, as it is typed or pasted; no arrows to change it by accident. */
export const NumberInput = (props: Props) => (
  <InputNumber<number>
    {...props}
    // What is being typed stays as it is.
    controls={false}
    keyboard={false}
    style={{ width: '100%' }}
    formatter={(value, { userTyping, input }) => (userTyping ? input : shown(value, props.precision))}
    parser={(text) => Number((text ?? '').replace(/[,，\s]/g, ''))}
  />
)

const shown = (value: number | undefined, precision: number) =>
  value === undefined || String(value) === ''
    ? ''
    : Number(value).toLocaleString('zh-CN', { minimumFractionDigits: precision, maximumFractionDigits: precision })
