import { Download, Plus } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { query } from '#web/api/api.ts'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { StateChips } from '#web/list/filters/StateChips.tsx'
import { usePageCounts } from '#web/list/filters/usePageCounts.ts'
import { Filter } from '#web/list/filters/Filter.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { ListHead } from '#web/list/ListHead.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { pagerOf } from '#web/list/pager.ts'
import { useMay } from '#web/api/me.tsx'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { TickedTools } from '#web/list/ticks.tsx'
import { MemberTable } from './MemberTable.tsx'
import { org } from './org.contract.ts'
import type { DepartmentPlace } from './useDepartmentTree.tsx'
import { type DepartmentMember, useMemberActions } from './useMemberActions.tsx'

// Limits the members shown at once, to be ordered.
const most = 200

/** Returns the members to show: all of them, in their order, where they are few; otherwise a page. */
function useMembers(department: DepartmentPlace) {
  const may = useMay()
  const { orgNo, drctCnt } = department
  const list = useListState(org.getorgemppage, { stt: Status.enabled })
  const { mstFlag, stt } = list.filters
  const isFiltered = list.keyWord !== '' || mstFlag !== undefined || stt !== Status.enabled
  const whole = !isFiltered && drctCnt <= most
  const { pageIndex, pageSize } = list
  const asked = { ...list.filters, orgNo, keyWord: list.keyWord, pageIndex, pageSize }
  const all = useQuery({ ...query(org.getorgemplist, { orgNo }), enabled: whole })
  // Casts the filters of the address; the call refuses what it does not know.
  const paged = useQuery({
    ...query(org.getorgemppage, asked as { orgNo: string }),
    enabled: !whole,
    placeholderData: keepPreviousData,
  })
  const { on, off } = Object.groupBy(all.data ?? [], ({ stt: state }) => (state === Status.enabled ? 'on' : 'off'))
  const members: DepartmentMember[] | undefined = whole ? all.data && (on ?? []) : paged.data?.datas
  return {
    list,
    isFiltered,
    members,
    // Keeps who is disabled behind the others when these are ordered.
    unshown: off ?? [],
    count: whole ? members?.length : paged.data?.recordCount,
    isPaged: !whole,
    isOrdered: whole && may(org.setorgempord),
    error: whole ? all.error : paged.error,
    refetch: whole ? all.refetch : paged.refetch,
  }
}

/** Draws the people of one department. */
export function DepartmentMembers({ department }: { department: DepartmentPlace }) {
  const may = useMay()
  const [ticked, setTicked] = useState<string[]>([])
  const { list, isFiltered, members, unshown, count, isPaged, isOrdered, error, refetch } = useMembers(department)
  const { orgNo } = department
  const { mstFlag, stt } = list.filters
  const actions = useMemberActions(department, () => setTicked([]))
  const reset = () => {
    list.look('')
    list.setFilters({ mstFlag: undefined, stt: Status.enabled })
  }
  const add = actions.add && (
    <Button icon={<Plus />} onClick={() => actions.add?.(new Set(members?.map(({ empNo }) => empNo)))}>
      添加成员
    </Button>
  )
  // Casts the state of the address; the call refuses others than the two.
  const exporting = () =>
    save(emp.export, { orgNo, subFlag: '0', keyWord: list.keyWord, ...(stt && { stt: stt as '1' | '2' }) }).catch(
      (refused: Error) => toast.error(refused.message),
    )
  return (
    <>
      <ListHead
        // Leaves the head of the page to the departments.
        places={undefined}
        heading={
          <span className="grey" aria-live="polite">
            {count !== undefined && `共 ${formatCount(count)} 人`}
          </span>
        }
        chips={<MemberChips orgNo={orgNo} list={list} />}
        actions={
          <>
            {may(emp.export) && (
              <Button icon={<Download />} onClick={() => void exporting()}>
                导出
              </Button>
            )}
            {add}
          </>
        }
        keyword={<Keyword value={list.keyWord} onChange={list.look} placeholder="姓名、工号或手机后四位" />}
        filters={
          <Filter
            label="仅主部门"
            shown={mstFlag === '1' ? '是' : undefined}
            onClear={() => list.setFilters({ mstFlag: undefined })}
          >
            <Checkbox
              checked={mstFlag === '1'}
              onChange={({ target }) => list.setFilters({ mstFlag: target.checked ? '1' : undefined })}
            >
              仅主部门
            </Checkbox>
          </Filter>
        }
        onReset={isFiltered ? reset : undefined}
      />
      {ticked.length > 0 && (
        <TickedTools count={ticked.length} onClear={() => setTicked([])}>
          {actions.move && <Button onClick={() => actions.move?.(ticked)}>调整部门</Button>}
          {actions.leave && (
            <Button danger onClick={() => actions.leave?.(ticked)}>
              移出
            </Button>
          )}
        </TickedTools>
      )}
      {error && !members ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <MemberTable
          orgNo={orgNo}
          members={members}
          unshown={unshown}
          isOrdered={isOrdered}
          actions={actions}
          ticked={ticked}
          onTick={setTicked}
          empty={isFiltered ? <NothingFits onClear={reset} /> : <EmptyState hint="这个部门还没有成员">{add}</EmptyState>}
          pager={isPaged ? pagerOf(list, count ?? 0) : undefined}
        />
      )}
      {actions.dialogs}
    </>
  )
}

const states = [Status.enabled, Status.disabled]

/** Draws how many members match the other filters, of each state; each is a way to see just those. */
function MemberChips({ orgNo, list: { filters, setFilters, keyWord } }: { orgNo: string; list: ListState }) {
  const { stt: shown, ...others } = filters
  const given = { ...others, orgNo, keyWord }
  const [all, ...counts] = usePageCounts(org.getorgemppage, [given, ...states.map((stt) => ({ ...given, stt }))])
  return (
    <StateChips
      type="STT"
      states={states}
      shown={shown}
      onShow={(stt) => setFilters({ stt })}
      countOf={(stt) => (stt ? counts[states.indexOf(stt)] : all)}
    />
  )
}
