import { Checkbox, InputNumber } from 'antd'
import { useState } from 'react'
import { usualNaming, gradeName } from '#domain/units/units.contract.ts'
import { Label } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { entryKey } from './rollover.contract.ts'
import type { SavedRollover } from './useRollover.tsx'

const mostClasses = 60

/** Draws the grades that begin: how many classes each gets, and which graduates go on into them. */
export function EntryList({ year }: { year: SavedRollover }) {
  const { shown, change, may } = year
  if (!shown) return null
  const { plan, parents, next, now } = shown
  // Lists where a grade could begin: beside those of each period that the school has.
  const tops = now.filter(({ fate }) => fate !== 'upgrade')
  const keys = [...new Map(now.map(({ prtNo, stdyPrd }) => [entryKey({ prtNo, stdyPrd }), { prtNo, stdyPrd }])).values()]
  const set = (key: string, clsCnt: number) => {
    const others = plan.entries.filter((one) => entryKey(one) !== key)
    const one = keys.find((each) => entryKey(each) === key)
    if (one) void change({ entries: [...others, { ...one, clsCnt }] })
  }
  const promote = (unitNo: string, entry: string, on: boolean) =>
    void change({ promotes: [...plan.promotes.filter((one) => one.unitNo !== unitNo), ...(on ? [{ unitNo, entry }] : [])] })
  if (keys.length === 0) return <EmptyState hint="还没有年级，先到年级班级建立" />
  return (
    <div className="rollover-entries">
      {keys.map((one) => {
        const key = entryKey(one)
        const clsCnt = plan.entries.find((entry) => entryKey(entry) === key)?.clsCnt ?? 0
        const made = next.find((grade) => grade.key === key)
        const name = made?.name ?? gradeName({ ...one, curGrade: 1, entrYear: shown.schYear + 1 }, usualNaming)
        const parent = parents.find(({ unitNo }) => unitNo === one.prtNo)
        const before = tops.filter(({ stdyPrd }) => Number(stdyPrd) + 1 === Number(one.stdyPrd) && one.stdyPrd <= '3')
        return (
          <section key={key} className="rollover-entry">
            <div>
              <strong>{name}</strong>{' '}
              <span className="grey">
                {parent?.unitType === '1' ? <Label type="STDY_PRD" value={one.stdyPrd} /> : parent?.unitName} ·{' '}
                {shown.schYear + 1} 年入学
              </span>
            </div>
            <span>
              新建{' '}
              <ClassCount
                key={clsCnt}
                label={`${name}的班数`}
                value={clsCnt}
                disabled={!may}
                onSet={(count) => set(key, count)}
              />{' '}
              个班
            </span>
            <p className="grey">{made ? made.classes.map(({ name: each }) => each).join('、') : '不建这个年级'}</p>
            {clsCnt > 0 &&
              before.map(({ unitNo, unitName, cnt }) => (
                <Checkbox
                  key={unitNo}
                  disabled={!may}
                  checked={plan.promotes.some((each) => each.unitNo === unitNo && each.entry === key)}
                  onChange={({ target }) => promote(unitNo, key, target.checked)}
                >
                  {unitName}的 {cnt} 名毕业生直升，进入待分班
                </Checkbox>
              ))}
          </section>
        )
      })}
    </div>
  )
}

type CountProps = { label: string; value: number; disabled: boolean; onSet: (count: number) => void }

// Draws the number of classes, applied when it is typed to its end: every number on the way would be a plan of its own.
function ClassCount({ label, value, disabled, onSet }: CountProps) {
  const [typed, setTyped] = useState<number | null>(value)
  const set = () => typed !== value && onSet(typed ?? 0)
  return (
    <InputNumber
      aria-label={label}
      min={0}
      max={mostClasses}
      precision={0}
      value={typed}
      disabled={disabled}
      onChange={setTyped}
      onStep={(count) => onSet(Number(count))}
      onBlur={set}
      onPressEnter={set}
    />
  )
}
