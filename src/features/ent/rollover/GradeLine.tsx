import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { Amount, Changes, ClassNext, countClasses } from './amounts.tsx'
import { ClassStudents } from './ClassStudents.tsx'
import { fateWords } from './rolloverWords.tsx'
import { type NewException, targetOf } from './moves/targets.tsx'
import type { MoveDrag } from './moves/useMoveDrag.tsx'
import type { CurrentRollover } from './useRollover.tsx'

type Now = CurrentRollover['now'][number]
type Next = CurrentRollover['next'][number]
const tones = { new: 'ok', upgrade: 'ok', promote: 'done', graduate: 'done' }
export type Line = { key: string; prtNo: string; stdyPrd: string; now?: Now; next?: Next }

type Props = { line: Line; shown: CurrentRollover; drag: MoveDrag; onMove: ((asked: NewException) => void) | undefined }

/** Draws a grade and what becomes of it; opened, its classes with their students. */
export function GradeLine({ line: { now, next }, shown, drag, onMove }: Props) {
  const [open, setOpen] = useState(false)
  const fresh = (next?.classes ?? []).filter(({ unitNo }) => unitNo === null)
  const fate = now?.fate
  return (
    <>
      <div className="rollover-line" role="row">
        <span role="cell">
          <Caret open={open} label={`${now?.unitName ?? `新建的${next?.name}`}的班级`} onToggle={() => setOpen(!open)} />
          {now ? <Amount name={now.unitName} classes={countClasses(now.classes)} cnt={now.cnt} /> : <i>–</i>}
        </span>
        <span role="cell" className="rollover-change">
          <span className={`tag ${tones[fate ?? 'new']}`}>{fate ? fateWords[fate] : '新建'}</span>
          <ArrowRight aria-hidden />
        </span>
        <span role="cell" {...drag.dropProps(next)}>
          {next ? (
            <Amount name={next.name} classes={countClasses(next.classes)} cnt={next.cnt} />
          ) : (
            <span className="grey">{fate === 'promote' ? '直升，进入待分班' : `${shown.schYear + 1}届毕业`}</span>
          )}
          {next && <Changes classes={next.classes} />}
        </span>
      </div>
      {open &&
        now?.classes.map((one) => <ClassLine key={one.unitNo} one={one} next={next} shown={shown} drag={drag} onMove={onMove} />)}
      {open &&
        fresh.map((one) => (
          <div className="rollover-line class" role="row" key={one.name}>
            <span role="cell" />
            <span role="cell" />
            <NextCell grade={next} one={one} drag={drag} />
          </div>
        ))}
    </>
  )
}

type ClassProps = Omit<Props, 'line'> & { one: Now['classes'][number]; next: Next | undefined }

function ClassLine({ one, next, shown, drag, onMove }: ClassProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { unitNo, unitName, cnt, awayCnt, heads } = one
  const opens = onMove && may(stu.getpage) && cnt + awayCnt > 0
  return (
    <>
      <div className="rollover-line class" role="row">
        <span role="cell">
          {opens && <Caret open={open} label={`${unitName}的学生`} onToggle={() => setOpen(!open)} />}
          <span className="rollover-facts">
            {unitName} <b>{formatCount(cnt)}</b>
            {awayCnt > 0 && <span className="grey">休学 {awayCnt}</span>}
            {heads && <span className="grey">{heads}</span>}
          </span>
        </span>
        <span role="cell" />
        <NextCell grade={next} one={next?.classes.find((after) => after.unitNo === unitNo)} drag={drag} />
      </div>
      {open && opens && (
        <div className="rollover-students" role="row">
          <div role="cell">
            <ClassStudents unitNo={unitNo} unitName={unitName} shown={shown} drag={drag} onMove={onMove} />
          </div>
        </div>
      )}
    </>
  )
}

type CellProps = { grade: Next | undefined; one: Next['classes'][number] | undefined; drag: MoveDrag }

const NextCell = ({ grade, one, drag }: CellProps) => (
  <span role="cell" {...(grade && one && drag.dropProps(grade, targetOf(grade, one)))}>
    {one && <ClassNext one={one} />}
  </span>
)

const Caret = ({ open, label, onToggle }: { open: boolean; label: string; onToggle: () => void }) => (
  <Button
    type="text"
    size="small"
    aria-expanded={open}
    aria-label={`${open ? '收起' : '展开'}${label}`}
    icon={open ? <ChevronDown /> : <ChevronRight />}
    onClick={onToggle}
  />
)
