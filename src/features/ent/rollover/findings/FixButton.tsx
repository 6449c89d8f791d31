import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import RenameUnits from '../RenameUnits.tsx'
import { rollover } from '../rollover.contract.ts'
import type { Finding, SavedRollover } from '../useRollover.tsx'

export type RolloverPart = 'compare' | 'moves' | 'entries'

type Fix = Finding['fix']
type Of<Name extends keyof Fix> = NonNullable<Fix[Name]>

export type Ways = {
  /** Opens the window in which each of them gets a way of their own. */
  onDecide: (stuNos: string[]) => void
  /** Goes to a part of the page; `seek`: to the exceptions that cannot be. */
  onShow: (part: RolloverPart, seek?: boolean) => void
}

/** Draws the button that resolves a finding, for those who may. */
export function FixButton({ fix, year, onDecide, onShow }: { fix: Fix; year: SavedRollover } & Ways) {
  const may = useMay()
  const { path, disable, decide, drop, rename, giveUp, plan } = fix
  if (path) return <Link to={path}>去处理</Link>
  if (disable) return may(edcunit.disable) && <DisableClasses unitNos={disable} />
  if (rename) return may(edcunit.update) && <Rename units={rename} />
  if (!year.may) return null
  if (giveUp) return <GiveUpImports nickNames={giveUp} />
  if (drop) return <DropMoves wrong={drop} year={year} onSeek={() => onShow('moves', true)} />
  if (decide) return <Act text="逐个决定去向" onClick={() => onDecide(decide.map(({ stuNo }) => stuNo))} />
  if (plan === 'entries') return <Act text="去改新年级" onClick={() => onShow('entries')} />
  if (plan !== 'again') return null
  return <Act text="仍要再升级一次" onClick={() => void year.change({ again: '1' })} />
}

const Act = ({ text, busy = false, onClick }: { text: string; busy?: boolean; onClick: () => void }) => (
  <Button size="small" loading={busy} onClick={onClick}>
    {text}
  </Button>
)

function DisableClasses({ unitNos }: { unitNos: Of<'disable'> }) {
  const disable = useSend(edcunit.disable, { said: () => `已停用 ${formatCount(unitNos.length)} 个班` })
  return <Act text="停用这些班" busy={disable.isPending} onClick={() => disable.mutate({ datas: unitNos })} />
}

function DropMoves({ wrong, year, onSeek }: { wrong: Of<'drop'>; year: SavedRollover; onSeek: () => void }) {
  const { shown, change, isSaving } = year
  const gone = new Set(wrong.map(({ stuNo }) => stuNo))
  const drop = () => void change({ moves: shown?.plan.moves.filter(({ stuNo }) => !gone.has(stuNo)) ?? [] })
  return (
    <>
      <Act text="查看" onClick={onSeek} />
      <Act text="移除这些例外" busy={isSaving} onClick={drop} />
    </>
  )
}

function Rename({ units }: { units: Of<'rename'> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Act text="修改名称" onClick={() => setOpen(true)} />
      {open && <RenameUnits units={units} onClose={() => setOpen(false)} />}
    </>
  )
}

function GiveUpImports({ nickNames }: { nickNames: Of<'giveUp'> }) {
  const giveUp = useSend(rollover.dropimports)
  const { ask, dialog } = useConfirm()
  const touches = `${nickNames.join('、')}还没有写入的核对结果会丢弃，需要时可以再导入。`
  const act = () => giveUp.mutateAsync({})
  return (
    <>
      <Act text="放弃这些导入" onClick={() => ask({ title: '放弃还没有写入的导入', touches, verb: '放弃', act })} />
      {dialog}
    </>
  )
}
