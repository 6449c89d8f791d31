import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { moveNames } from '../rollover.contract.ts'
import { targetName } from './targets.tsx'
import type { PlannedMove, SavedRollover } from '../useRollover.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

type Row = PlannedMove & { stuName: string | undefined; unitName: string | undefined; stt?: string }

/**
 * Draws the students who do not go with the class, and which of these moves are impossible; `seeks`: how often those were asked
 * for.
 */
export function MoveList({ year, seeks }: { year: SavedRollover; seeks: number }) {
  const { shown, change, may } = year
  if (!shown) return null
  const { moves } = shown.plan
  const known = new Map(shown.students.map((one) => [one.stuNo, one]))
  const wrong = new Map(shown.blocks.flatMap(({ fix }) => fix.drop ?? []).map(({ stuNo, why }) => [stuNo, why]))
  const rows = moves.map(
    (move): Row => ({ ...move, stuName: known.get(move.stuNo)?.stuName, unitName: known.get(move.stuNo)?.unitName }),
  )
  const sought = seeks > 0 ? rows.find(({ stuNo }) => wrong.has(stuNo))?.stuNo : undefined
  if (rows.length === 0) return <EmptyState hint="所有学生都随班升级或毕业；留级、跳级、转出、休学、复学的学生在这里添加" />
  return (
    <DataTable<Row>
      rowKey="stuNo"
      rowClassName={({ stuNo }) => (wrong.has(stuNo) ? 'move-wrong' : '')}
      rows={rows}
      columns={[
        { key: 'stuName', dataIndex: 'stuName', title: '姓名', width: 110 },
        { key: 'unitName', dataIndex: 'unitName', title: '现在的班级', width: 160 },
        {
          key: 'kind',
          title: '变动',
          width: 160,
          render: (_, { kind, stuNo }) => (
            <>
              {moveNames[kind]}
              {wrong.has(stuNo) && <div className="bad-text">{wrong.get(stuNo)}</div>}
            </>
          ),
        },
        { key: 'to', title: '去向', width: 160, render: (_, { to }) => (to ? targetName(shown, to) : '–') },
        { key: 'rsn', dataIndex: 'rsn', title: '原因', width: 160 },
        {
          key: 'act',
          title: '操作',
          width: 72,
          render: (_, { stuNo, stuName }) =>
            may && (
              <RowButton
                // Takes the focus again each time that it is asked for.
                key={seeks}
                autoFocus={stuNo === sought}
                label={`移除${stuName}的例外`}
                onClick={() => void change({ moves: moves.filter((one) => one.stuNo !== stuNo) })}
              >
                移除
              </RowButton>
            ),
        },
      ]}
    />
  )
}
