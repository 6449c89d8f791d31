import { Button } from 'antd'
import type { ImportBatch } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { useSend } from '#web/api/api.ts'
import './importing.css'

/** Describes where the rows of a list go that name no place themselves. */
export type ImportPlaces = {
  /** Names the place that the address asks for. */
  asked: string | undefined
  nameOf: (no: string) => string | undefined
  /** Tells what becomes of the rows, in a place of this number. */
  hintOf: (no: string) => string
  /** Labels the way back to a list without a place. */
  verb: string
  onTakeOff: () => void
}

type Props = {
  /** Holds the batch that is being checked: null while there is none, undefined while that is not known or no longer of interest. */
  batch: ImportBatch | null | undefined
  places: ImportPlaces
}

/** Draws in one line where a list is imported to, or the next one will be, with the way to take that off. */
export function ImportPlace({ batch, places: { asked, nameOf, hintOf, verb, onTakeOff } }: Props) {
  const setting = useSend(imp.setref)
  const no = batch ? batch.refNo : batch === null && asked
  const takeOff = async () => {
    if (batch) await setting.mutateAsync({ batchNo: batch.batchNo, refNo: null })
    onTakeOff()
  }
  if (!no) return null
  return (
    <p className="import-place">
      导入到 <b>{nameOf(no) ?? '所选的年级班级'}</b>
      <span className="grey">{hintOf(no)}</span>
      <Button size="small" disabled={setting.isPending} onClick={() => void takeOff().catch(() => {})}>
        {verb}
      </Button>
    </p>
  )
}
