import { formatCount } from '#web/page/format.ts'
import type { CurrentRollover } from './useRollover.tsx'

type Next = CurrentRollover['next'][number]

/** Counts the classes besides 待分班. */
export const countClasses = (classes: { waitFlag: string }[]) => classes.filter(({ waitFlag }) => waitFlag === '0').length

/** Draws a grade in one line. */
export const Amount = ({ name, classes, cnt }: { name: string; classes: number; cnt: number }) => (
  <span>
    <strong>{name}</strong> <span className="grey rollover-classes">{classes} 个班</span> <b>{formatCount(cnt)}</b> 人
  </span>
)

/** Draws a class of the next year. */
export const ClassNext = ({ one }: { one: Next['classes'][number] }) => (
  <>
    {one.name} <b>{formatCount(one.cnt)}</b>
    <Changes classes={[one]} />
  </>
)

/** Draws how many come and go besides the others. */
export function Changes({ classes }: { classes: Next['classes'] }) {
  const sum = (name: 'inCnt' | 'outCnt') => classes.reduce((all, one) => all + one[name], 0)
  const [into, out] = [sum('inCnt'), sum('outCnt')]
  return (
    <>
      {into > 0 && <span className="rollover-in">转入 {into}</span>}
      {out > 0 && <span className="rollover-out">转离 {out}</span>}
    </>
  )
}
