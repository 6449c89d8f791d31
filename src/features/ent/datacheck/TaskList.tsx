import type * as z from 'zod'
import { useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { datacheck } from './datacheck.contract.ts'
import { type RuleCode, checkRuleOf } from '#domain/students/datacheck.rules.contract.ts'
import type { useFindings } from './useFindings.tsx'
import { CheckTask } from '#domain/students/checkTasks.contract.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

type Row = z.output<typeof CheckTask> & { stt?: string }
type Props = { tasks: Row[]; entNo: string | undefined; way: ReturnType<typeof useFindings>['way'] }

/** Draws the tasks, and what is left of each. */
export function TaskList({ tasks, entNo, way }: Props) {
  const may = useMay()
  const cancel = useSend(datacheck.canceltask, { said: () => '体检任务已取消' })
  return (
    <DataTable<Row>
      rowKey="taskNo"
      rows={tasks}
      empty={<EmptyState hint="还没有指派过任务" />}
      columns={[
        column<Row>(CheckTask, 'rule', { width: 168, render: (rule: RuleCode) => checkRuleOf(rule).name }),
        column<Row>(CheckTask, 'unitName', { width: 132 }),
        column<Row>(CheckTask, 'empName', { width: 96 }),
        {
          key: 'stt',
          title: '状态',
          width: 96,
          render: (_, { cnt, doneFlag }) => (
            <span className={`tag ${doneFlag === '1' ? 'ok' : 'wait'}`}>
              {doneFlag === '1' ? '已完成' : `还有 ${formatCount(cnt)} 人`}
            </span>
          ),
        },
        column<Row>(CheckTask, 'nickName', { width: 88, minor: true }),
        column<Row>(CheckTask, 'crtTm', { width: 136, minor: true }),
        {
          key: 'act',
          title: '操作',
          width: 120,
          render: (_, { taskNo, rule, unitNo, unitName, doneFlag }) => (
            <span className="check-findings">
              {doneFlag === '0' && way(rule, '去处理', { unitNo, unitName })}
              {may(datacheck.canceltask) && !entNo && (
                <RowButton label={`取消任务：${unitName}${checkRuleOf(rule).name}`} onClick={() => cancel.mutate({ taskNo })}>
                  取消
                </RowButton>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
