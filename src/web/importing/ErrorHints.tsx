import { Button } from 'antd'
import type { CellError } from '#contract/importing.ts'

type Props = { error: CellError; text: string; onMend: (val: string) => void; onKeep: () => void }

/** Draws why a cell is refused, and what may be meant. */
export function ErrorHints({ error: { msg, sgst, mayKeep }, text, onMend, onKeep }: Props) {
  return (
    // Keeps the focus in the sheet.
    <div className="mend" onMouseDown={(event) => event.preventDefault()}>
      <div>{msg}</div>
      {sgst.map(({ val, why }) => (
        <div key={val} className="mend-way">
          <Button size="small" onClick={() => onMend(val)}>
            改为 {val}
          </Button>
          <span className="grey">{why}</span>
        </div>
      ))}
      {mayKeep && (
        <Button size="small" onClick={onKeep}>
          照原样写入 {text}
        </Button>
      )}
    </div>
  )
}
