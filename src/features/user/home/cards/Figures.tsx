import type * as z from 'zod'
import { type Figure, figureWords } from '../home.contract.ts'
import { changeText, HomeFigure } from './HomeFigure.tsx'

type One = z.output<typeof Figure>

// Lists those that say something about the enterprise, in their order; the others are figures of their own pages.
const told = ['ent', 'school', 'entemp', 'stu', 'ptr', 'emp', 'auth', 'session'] as const satisfies (keyof typeof figureWords)[]

// Limits the figures to those that fit beside each other.
const most = 4

/** Draws the counts with the change of a month; each leads to its list. */
export function Figures({ figures }: { figures: One[] }) {
  const shown = told.flatMap((code) => figures.find((one) => one.code === code) ?? []).slice(0, most)
  if (shown.length === 0) return null
  return (
    <section className="home-card home-figures" aria-label="统计">
      {shown.map(({ code, cnt, change }) => (
        <HomeFigure key={code} name={figureWords[code].name} count={cnt} to={figureWords[code].path}>
          {change !== null && changeText(change)}
        </HomeFigure>
      ))}
    </section>
  )
}
