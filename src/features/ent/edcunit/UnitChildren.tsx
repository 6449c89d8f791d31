import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { edcunit, UnitEx } from './edcunit.contract.ts'
import { typesBelow } from './pickers/unitNodes.tsx'
import { classesOf, studentsOf } from './unitCounts.web.ts'
import type { useUnitActions } from './useUnitActions.tsx'
import type { UnitPlace } from './useUnits.tsx'

type Row = z.output<typeof UnitEx>
type Props = {
  unit: UnitPlace
  actions: ReturnType<typeof useUnitActions>
  onChoose: (unitNo: string) => void
  /** Names the classes to list in place of what lies right below. */
  classes?: ReadonlySet<string>
}

const yearOf = (year: number | null) => year ?? '–'

/** Draws the units right below one, or classes wherever below they lie. */
export function UnitChildren({ unit, actions, onChoose, classes }: Props) {
  const narrow = useNarrow()
  const [ticked, setTicked] = useState<string[]>([])
  const may = useMay()
  const asked = classes ? { unitType: unitTypes.class } : { prtNo: unit.unitNo }
  const { data, error, refetch } = useQuery(query(edcunit.getexlist, asked))
  const rows = classes ? data?.filter(({ unitNo }) => classes.has(unitNo)) : data
  if (error && !rows) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const set = async (stt: string) => {
    await actions.setState?.(ticked, stt)
    setTicked([])
  }
  const areClasses = classes !== undefined || typesBelow(unit)[0] === unitTypes.class
  const seesStudents = may({ access: permissions('stu').view })
  return (
    <div className="stack">
      {ticked.length > 0 && (
        <TickedTools count={ticked.length} onClear={() => setTicked([])}>
          <Button onClick={() => void set(Status.enabled)}>启用</Button>
          <Button onClick={() => void set(Status.disabled)}>停用</Button>
        </TickedTools>
      )}
      <ListTable<Row>
        rowKey="unitNo"
        rows={rows}
        ticks={actions.setState ? { ticked, onTick: setTicked } : undefined}
        empty={<Empty unit={unit} actions={actions} />}
        columns={[
          linkedNameColumn<Row>(UnitEx, 'unitName', 150, ({ unitNo }) => onChoose(unitNo)),
          // Shows fewer columns on a card, which has room for a few facts only.
          ...(narrow ? [] : [column<Row>(UnitEx, 'unitType', { width: 64, title: '类型', minor: true })]),
          ...(narrow || areClasses ? [] : [column<Row>(UnitEx, 'stdyPrd', { width: 64, minor: true })]),
          column<Row>(UnitEx, 'entrYear', { width: 72, title: '入学年', render: yearOf, align: 'left' as const, minor: true }),
          ...(areClasses
            ? []
            : [
                column<Row>(UnitEx, 'clsCnt', {
                  width: 64,
                  render: (count: number, { unitNo, unitName }) => (
                    <CountLink count={count} to={classesOf(unitNo)} label={`${unitName}班级`} />
                  ),
                }),
              ]),
          column<Row>(UnitEx, 'stuCnt', {
            width: 64,
            render: (count: number, row) => (
              <CountLink count={count} to={seesStudents && studentsOf(row)} label={`${row.unitName}学生`} />
            ),
          }),
          column<Row>(UnitEx, 'leads', {
            width: 112,
            title: areClasses ? '班主任' : '负责人',
            render: (_, { leads }) => leads.map(({ empName }) => empName).join('、') || '–',
          }),
          ...(areClasses ? [column<Row>(UnitEx, 'selfNo', { width: 96, minor: true })] : []),
          column<Row>(UnitEx, 'stt', {
            width: 80,
            ...(unit.grdtFlag === '1' && { render: () => <span className="tag off">已毕业</span> }),
          }),
          actionsColumn<Row>(
            ({ unitNo }) => actions.menuOf(unitNo),
            ({ unitName }) => unitName,
          ),
        ]}
      />
    </div>
  )
}

/** Draws that nothing is below, with what is made here next. */
function Empty({ unit, actions: { createGrades, createClasses } }: Omit<Props, 'onChoose'>) {
  const types = typesBelow(unit)
  if (types.includes(unitTypes.grade))
    return (
      <EmptyState hint="还没有年级">
        {createGrades && (
          <Button icon={<Plus />} onClick={() => createGrades(unit)}>
            新建年级与班级
          </Button>
        )}
      </EmptyState>
    )
  if (types.includes(unitTypes.class))
    return (
      <EmptyState hint="这个年级还没有班级">
        {createClasses && (
          <Button icon={<Plus />} onClick={() => createClasses(unit)}>
            批量建班
          </Button>
        )}
      </EmptyState>
    )
  return <EmptyState hint="没有下级单元" />
}
