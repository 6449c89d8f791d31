import { Button } from 'antd'
import { formatCount } from '#web/page/format.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { countStuck, type EditState, type SheetEdits } from './edits.ts'

/** Draws what was refused of a sheet, and what can be done about it; nothing where all is saved. */
export function SheetBar({ edits, state, unit }: { edits: SheetEdits; state: EditState; unit: string }) {
  const { ask, dialog } = useConfirm()
  const { cells, bad } = countStuck(state)
  const isGood = ({ cells: own }: { cells: Record<string, { error?: string | undefined }> }) =>
    Object.values(own).every(({ error }) => error === undefined)
  const good = [...state.rows.values()].filter(isGood).length
  const askGiveUp = () =>
    ask({
      title: '放弃没有保存的修改？',
      touches: `${formatCount(cells)} 个单元格里写的内容会丢掉，恢复成保存着的内容。`,
      verb: '放弃修改',
      act: async () => edits.giveUp(),
    })
  return (
    <>
      {cells > 0 && (
        <div className="bad-line sheet-bar" role="alert">
          <span title={bad > 0 ? '改好后会自动保存' : undefined}>
            {formatCount(cells)} 个单元格未保存：{bad > 0 ? `${formatCount(bad)} 个有错误` : state.failed}
          </span>
          <Button size="small" onClick={() => edits.retry()}>
            重试
          </Button>
          {bad > 0 && good > 0 && (
            <Button size="small" onClick={() => edits.saveGood()}>
              只保存没有错误的 {formatCount(good)} {unit}
            </Button>
          )}
          <Button size="small" danger onClick={askGiveUp}>
            放弃修改
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
