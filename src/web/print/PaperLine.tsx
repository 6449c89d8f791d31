import { use } from 'react'
import { today } from '#contract/values/day.ts'
import { MeContext } from '#web/api/me.tsx'
import './print.css'
import { usePrinting } from './printing.ts'

/** Draws below the title on paper whose it is, of which day, and who printed it; nothing on a screen. */
export function PaperLine() {
  const isPrinting = usePrinting()
  const me = use(MeContext)
  if (!isPrinting || !me) return null
  return (
    <p className="paper-line">
      <span>{me.entName}</span>
      <span>打印日期：{today()}</span>
      <span>打印人：{me.nickName || me.name}</span>
    </p>
  )
}
