import { Checkbox, InputNumber } from 'antd'
import { usualNaming, gradeName } from '#contract/units.ts'
import { Label } from '#web/dictionary.tsx'
import { EmptyState } from '#web/EmptyState.tsx'
import { entryKey, type Plan } from './rollover.contract.ts'
import type { Saved } from './useRollover.tsx'

const mostClasses = 60

/** The grades that begin: how many classes each gets, and which graduates go on into them. */
export function EntryList({ year }: { year: Saved }) {
  const { shown, change, may } = year
  if (!shown) return null
  const { plan, parents, next, now } = shown
  // Where a period could begin: each that has grades, and each whose graduates could go on.
  const tops = now.filter(({ fate }) => fate !== 'upgrade')
  const possible = [
    ...now.map(({ prtNo, stdyPrd }) => ({ prtNo, stdyPrd })),
    ...tops
      .filter(({ stdyPrd }) => stdyPrd === '1' || stdyPrd === '2')
      .map(({ prtNo, stdyPrd }) => following(shown.now, prtNo, stdyPrd)),
  ]
  const keys = [...new Map(possible.map((one) => [entryKey(one), one])).values()]
  const set = (key: string, clsCnt: number) => {
    const others = plan.entries.filter((one) => entryKey(one) !== key)
    const one = keys.find((each) => entryKey(each) === key)
    if (one) void change({ entries: [...others, { ...one, clsCnt }] })
  }
  const promote = (unitNo: string, entry: string, on: boolean) =>
    void change({ promotes: [...plan.promotes.filter((one) => one.unitNo !== unitNo), ...(on ? [{ unitNo, entry }] : [])] })
  if (keys.length === 0) return <EmptyState hint="还没有年级，先到教育单元建立" />
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
              <InputNumber
                key={clsCnt}
                aria-label={`${name}的班数`}
                min={0}
                max={mostClasses}
                precision={0}
                defaultValue={clsCnt}
                disabled={!may}
                onBlur={({ target }) =>
                  Number(target.value) !== clsCnt && set(key, Math.min(Number(target.value) || 0, mostClasses))
                }
                onPressEnter={({ currentTarget }) => currentTarget.blur()}
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

/** Where the period after a graduating one begins: with its own grades, or else beside it. */
function following(
  now: { prtNo: string; stdyPrd: string }[],
  prtNo: string,
  stdyPrd: string,
): Pick<Plan['entries'][number], 'prtNo' | 'stdyPrd'> {
  const after = String(Number(stdyPrd) + 1)
  return { prtNo: now.find((grade) => grade.stdyPrd === after)?.prtNo ?? prtNo, stdyPrd: after }
}
