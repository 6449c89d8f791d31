import { Link } from 'react-router'
import type * as z from 'zod'
import { formatCount } from '#web/page/format.ts'
import { type Figure, figureWords } from '../home.contract.ts'

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
        <Link key={code} to={figureWords[code].path} className="home-figure">
          <span className="grey">{figureWords[code].name}</span>
          <strong>{formatCount(cnt)}</strong>
          {change !== null && <span className="grey">近一月{changeText(change)}</span>}
        </Link>
      ))}
    </section>
  )
}

const changeText = (change: number) => (change === 0 ? '持平' : ` ${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`)
