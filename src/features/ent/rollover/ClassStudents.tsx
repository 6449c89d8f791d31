import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination, Spin } from 'antd'
import { useState } from 'react'
import { StudentState } from '#domain/units/units.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { moveNames } from './rollover.contract.ts'
import type { NewException } from './moves/targets.tsx'
import type { MoveDrag, DraggedStudents } from './moves/useMoveDrag.tsx'
import type { CurrentRollover } from './useRollover.tsx'

type Student = DraggedStudents['students'][number]
type Props = { unitNo: string; unitName: string; shown: CurrentRollover; drag: MoveDrag; onMove: (asked: NewException) => void }

const pageSize = 60

/** Draws the students of a class, to be dragged to their new place, or chosen and moved by a button. */
export function ClassStudents({ unitNo, unitName, shown, drag, onMove }: Props) {
  const narrow = useNarrow()
  const [pageIndex, setPage] = useState(1)
  const [chosen, setChosen] = useState<Student[]>([])
  const { data, error, refetch } = useQuery({
    ...query(stu.getpage, { unitNo, subFlag: '0', rollFlag: '1', pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const isChosen = ({ stuNo }: Student) => chosen.some((one) => one.stuNo === stuNo)
  const toggle = (student: Student) =>
    setChosen(isChosen(student) ? chosen.filter(({ stuNo }) => stuNo !== student.stuNo) : [...chosen, student])
  const move = () => {
    onMove({ stuNos: chosen.map(({ stuNo }) => stuNo) })
    setChosen([])
  }
  return (
    <>
      <div className="rollover-choice">
        <Button size={narrow ? 'middle' : 'small'} disabled={chosen.length === 0} onClick={move}>
          移到…
        </Button>
        <span className="grey" aria-live="polite">
          {chosen.length > 0 ? `已选 ${chosen.length} 名` : narrow ? '先选学生' : '拖到右边的班级，或选好后移到'}
        </span>
      </div>
      <ul className="chips" aria-label={`${unitName}的学生`}>
        {data.datas.map(({ stuNo, stuName, stt }) => {
          const student = { stuNo, stuName, stt }
          const picked = { from: unitNo, students: isChosen(student) ? chosen : [student] }
          return (
            <li key={stuNo}>
              <label className="chip" {...(!narrow && drag.dragProps(picked))}>
                <input type="checkbox" checked={isChosen(student)} onChange={() => toggle(student)} />
                {stuName} <Mark stuNo={stuNo} stt={stt} shown={shown} />
              </label>
            </li>
          )
        })}
      </ul>
      {data.pageCount > 1 && (
        <Pagination simple size="small" current={pageIndex} total={data.recordCount} pageSize={pageSize} onChange={setPage} />
      )}
    </>
  )
}

// Draws what is planned for somebody, otherwise that they are away.
function Mark({ stuNo, stt, shown }: { stuNo: string; stt: string; shown: CurrentRollover }) {
  const move = shown.plan.moves.find((one) => one.stuNo === stuNo)
  if (move) return <b>{moveNames[move.kind]}</b>
  return stt === StudentState.suspended && <span className="grey">休学</span>
}
