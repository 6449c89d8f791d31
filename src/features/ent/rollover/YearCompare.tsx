import { Label } from '#web/api/dictionary.tsx'
import { GradeLine, type Line } from './GradeLine.tsx'
import { entryKey } from './rollover.contract.ts'
import type { NewException } from './moves/targets.tsx'
import { useMoveDrag } from './moves/useMoveDrag.tsx'
import type { SavedRollover, CurrentRollover } from './useRollover.tsx'

// Pairs a grade of this year with what becomes of it; new ones come first, as they will stand in the tree.
function linesOf({ now, next }: CurrentRollover): Line[] {
  const begun = next
    .filter(({ isNew }) => isNew)
    .map((grade) => ({ key: grade.key, prtNo: grade.prtNo, stdyPrd: grade.stdyPrd, next: grade }))
  const kept = now.map((grade) => {
    const after = next.find(({ key }) => key === grade.unitNo)
    return { key: grade.unitNo, prtNo: grade.prtNo, stdyPrd: grade.stdyPrd, now: grade, ...(after && { next: after }) }
  })
  return [...begun, ...kept]
}

/**
 * Draws this year on the left, the next on the right, and between them the changes, grade by grade; students are moved from class
 * to class.
 */
export function YearCompare({
  year,
  shown,
  onMove,
}: {
  year: SavedRollover
  shown: CurrentRollover
  onMove: (asked: NewException) => void
}) {
  const drag = useMoveDrag(shown, onMove)
  const lines = linesOf(shown)
  const groups = [...new Set(lines.map(entryKey))]
  return (
    <div className="rollover-years" role="table" aria-label="两个学年对照">
      <div className="rollover-line head" role="row">
        <span role="columnheader">{shown.schYear}学年</span>
        <span role="columnheader">变化</span>
        <span role="columnheader">{shown.schYear + 1}学年</span>
      </div>
      {groups.map((key) => {
        const inside = lines.filter((line) => entryKey(line) === key)
        const parent = shown.parents.find(({ unitNo }) => unitNo === inside[0]?.prtNo)
        return (
          <div key={key} role="rowgroup">
            <div className="rollover-group">
              {parent?.unitType === '1' ? <Label type="STDY_PRD" value={inside[0]?.stdyPrd} /> : parent?.unitName}
            </div>
            {inside.map((line) => (
              <GradeLine key={line.key} line={line} shown={shown} drag={drag} onMove={year.may ? onMove : undefined} />
            ))}
          </div>
        )
      })}
    </div>
  )
}
