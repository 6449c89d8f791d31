import { type ReactNode, useMemo } from 'react'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { listColumns } from '#web/list/columns/listColumns.ts'
import { formatTime } from '#web/page/format.ts'
import type { ListState } from '#web/list/listState.ts'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { type Row, useVisitActions } from './useVisitActions.tsx'
import { useVisitForms, VisitFilters } from './VisitFilters.tsx'
import { Visit, vst } from './vst.contract.ts'
import { type VisitFields, visitFields } from './vst.fields.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

type Props = {
  list: ListState
  isTeam: boolean
  opened: string | undefined
  onOpen: (vstNo: string) => void
  /** Returns the address of a visit beside the list. */
  hrefOf: (vstNo: string) => string
  chips: ReactNode
  actions: ReactNode
  /** Draws what to do where there are none. */
  empty: ReactNode
}

const time = (at: string | null) => formatTime(at)
// Formats the time alone on the planned day.
const timeOn = (at: string | null, { planSDt }: Row) =>
  at && at.slice(0, 8) === planSDt.slice(0, 8) ? formatTime(at).slice(11) : formatTime(at)
const membersOf = ({ mates }: Row) => (
  <ul className="members">
    {mates.map(({ rdx, mateName, mateTel }) => (
      <li key={rdx}>
        {mateName} <span className="grey">{mateTel}</span>
      </li>
    ))}
  </ul>
)

// Shows a guardian with the child.
const whoColumn = ({ onOpen, hrefOf }: Pick<Props, 'onOpen' | 'hrefOf'>) =>
  column<Row>(Visit, 'vstName', {
    width: 168,
    fixed: 'left',
    render: (_, { vstNo, vstName, stuName }) => (
      <span className="row-name">
        <RowButton href={hrefOf(vstNo)} onClick={() => onOpen(vstNo)}>
          <bdi>{vstName}</bdi>
        </RowButton>
        {stuName && <small className="grey">{stuName}的家长</small>}
      </span>
    ),
  })

const contact = ['vstTel', 'workUnit'] as const
const purpose = ['rsn', 'toEmpName', 'planSDt'] as const
const last = ['inDt', 'outDt', 'stt', 'carNo', 'gate', 'outGate', 'idNo', 'planEDt'] as const
const onDesk = ['vstName', ...contact, ...purpose, ...last] as const
const onPhone = ['vstName', ...purpose, ...contact, ...last] as const

/** Draws the visits of one person each, or of teams, in a list. */
export function VisitList({ list, isTeam, opened, onOpen, hrefOf, chips, actions, empty }: Props) {
  const { firstOf, menuOf, dialogs } = useVisitActions()
  const forms = useVisitForms()
  // Adds the columns of a form while the list shows that one alone.
  const ofForm = useMemo(
    () =>
      (forms?.find(({ tmplNo }) => tmplNo === list.filters.tmplNo)?.billClmns ?? [])
        .filter(({ listFlag, fldCode }) => listFlag === '1' && fldCode === null)
        .map(({ clmnNo, clmnName }) => ({
          key: `form ${clmnNo}`,
          title: clmnName,
          width: 140,
          ellipsis: true,
          render: (_: unknown, { lstVals }: Row) => lstVals[clmnNo] || '–',
        })),
    [forms, list.filters.tmplNo],
  )
  const call = isTeam ? vst.getvstnoteteampage : vst.getvstnotepersonalpage
  const team = [
    { key: 'cnt', title: '人数', width: 56, align: 'right' as const, render: (_: unknown, { mates }: Row) => mates.length + 1 },
  ]
  // Limits a card to three facts: why, to whom and when.
  const narrow = useNarrow()
  const [who, ...others] = listColumns<Row, VisitFields>(Visit, visitFields, narrow ? onPhone : onDesk, {
    vstName: { ...whoColumn({ onOpen, hrefOf }), ...(isTeam && { title: '领队' }) },
    planSDt: { render: time },
    inDt: { render: timeOn },
    outDt: { render: timeOn },
    planEDt: { render: time },
  })
  return (
    <>
      <PageTable
        call={call}
        list={list}
        rowKey="vstNo"
        search="访客、手机、单位、被访人"
        opened={opened}
        offState={null}
        unfolded={isTeam ? membersOf : undefined}
        filters={<VisitFilters {...list} />}
        empty={{ hint: '所选日期没有来访', action: empty }}
        chips={chips}
        actions={actions}
        columns={[
          who as ListColumn<Row>,
          ...(isTeam ? team : []),
          ...others.filter((one) => !('optional' in one)),
          ...ofForm,
          ...others.filter((one) => 'optional' in one),
          actionsColumn<Row>(menuOf, ({ vstName }) => vstName, firstOf),
        ]}
      />
      {dialogs}
    </>
  )
}
