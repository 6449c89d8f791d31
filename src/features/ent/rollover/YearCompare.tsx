import { ArrowRightOutlined, CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Label } from '#web/dictionary.tsx'
import { formatCount } from '#web/format.ts'
import { entryKey } from './rollover.contract.ts'
import { fates } from './rolloverWords.tsx'
import type { Shown } from './useRollover.tsx'

type Now = Shown['now'][number]
type Next = Shown['next'][number]
type Line = { key: string; prtNo: string; stdyPrd: string; now?: Now; next?: Next }

// A grade of this year beside what becomes of it; new ones come first, as they will stand in the tree.
function linesOf({ now, next }: Shown): Line[] {
  const begun = next
    .filter(({ isNew }) => isNew)
    .map((grade) => ({ key: grade.key, prtNo: grade.prtNo, stdyPrd: grade.stdyPrd, next: grade }))
  const kept = now.map((grade) => {
    const after = next.find(({ key }) => key === grade.unitNo)
    return { key: grade.unitNo, prtNo: grade.prtNo, stdyPrd: grade.stdyPrd, now: grade, ...(after && { next: after }) }
  })
  return [...begun, ...kept]
}

/** This year on the left, the next on the right, and between them what happens, grade by grade. */
export function YearCompare({ shown }: { shown: Shown }) {
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
              <GradeLine key={line.key} line={line} shown={shown} />
            ))}
          </div>
        )
      })}
    </div>
  )
}

function GradeLine({ line: { now, next }, shown }: { line: Line; shown: Shown }) {
  const [open, setOpen] = useState(false)
  const name = now?.unitName ?? next?.name
  const classes = (now?.classes ?? []).map((one) => ({
    now: one,
    next: next?.classes.find(({ unitNo }) => unitNo === one.unitNo),
  }))
  const fresh = (next?.classes ?? []).filter(({ unitNo }) => unitNo === null)
  const fate = now?.fate
  return (
    <>
      <div className="rollover-line" role="row">
        <span role="cell">
          <Button
            type="text"
            size="small"
            aria-expanded={open}
            aria-label={`${open ? '收起' : '展开'}${name}的班级`}
            icon={open ? <CaretDownOutlined /> : <CaretRightOutlined />}
            onClick={() => setOpen(!open)}
          />
          {now ? <Amount name={now.unitName} classes={lasting(now.classes)} cnt={now.cnt} /> : <i>–</i>}
        </span>
        <span role="cell" className="rollover-change">
          <Tag color={fate === undefined ? 'green' : fate === 'upgrade' ? 'blue' : 'purple'}>{fate ? fates[fate] : '新建'}</Tag>
          <ArrowRightOutlined aria-hidden />
        </span>
        <span role="cell">
          {next ? (
            <Amount name={next.name} classes={lasting(next.classes)} cnt={next.cnt} />
          ) : (
            <span className="grey">{fate === 'promote' ? '直升，进入待分班' : `${shown.schYear + 1}届毕业`}</span>
          )}
          {next && <Changes classes={next.classes} />}
        </span>
      </div>
      {open && (
        <>
          {classes.map(({ now: one, next: after }) => (
            <div className="rollover-line class" role="row" key={one.unitNo}>
              <span role="cell">
                {one.unitName} <b>{formatCount(one.cnt)}</b>
                {one.awayCnt > 0 && <span className="grey">休学 {one.awayCnt}</span>}
                {one.heads && <span className="grey">{one.heads}</span>}
              </span>
              <span role="cell" />
              <span role="cell">{after && <ClassNext one={after} />}</span>
            </div>
          ))}
          {fresh.map((one) => (
            <div className="rollover-line class" role="row" key={one.name}>
              <span role="cell" />
              <span role="cell" />
              <span role="cell">
                <ClassNext one={one} />
              </span>
            </div>
          ))}
        </>
      )}
    </>
  )
}

const lasting = (classes: { waitFlag: string }[]) => classes.filter(({ waitFlag }) => waitFlag === '0').length

const Amount = ({ name, classes, cnt }: { name: string; classes: number; cnt: number }) => (
  <span>
    <strong>{name}</strong> <span className="grey rollover-classes">{classes} 个班</span> <b>{formatCount(cnt)}</b> 人
  </span>
)

const ClassNext = ({ one }: { one: Next['classes'][number] }) => (
  <>
    {one.name} <b>{formatCount(one.cnt)}</b>
    <Changes classes={[one]} />
  </>
)

function Changes({ classes }: { classes: Next['classes'] }) {
  const sum = (name: 'inCnt' | 'outCnt') => classes.reduce((all, one) => all + one[name], 0)
  const [into, out] = [sum('inCnt'), sum('outCnt')]
  return (
    <>
      {into > 0 && <span className="rollover-in">转入 {into}</span>}
      {out > 0 && <span className="rollover-out">转离 {out}</span>}
    </>
  )
}
