import { Button, Tag } from 'antd'
import type * as z from 'zod'
import { useSend } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { OnlineSession, session } from './session.contract.ts'
import { PageHead } from '#web/head/PageHead.tsx'

type Line = z.output<typeof OnlineSession>

/** Draws the open sessions, and ends them. */
export default function SessionScreen() {
  const may = useMay()
  const list = useListState(session.getpage)
  const { ask, dialog } = useConfirm()
  const end = useSend(session.end)
  const askEnd = (sessionNos: number[], who: string, clear = () => {}) =>
    ask({
      title: `让${who}下线`,
      touches: '对方的下一步操作会回到登录页，没有保存的内容会丢失；可以重新登录。',
      verb: '下线',
      act: () => end.mutateAsync({ sessionNos }, { onSuccess: clear }),
    })
  const mayEnd = may(session.end)
  return (
    <div className="page touch">
      <PageHead title="在线会话" />
      <PageTable
        call={session.getpage}
        list={list}
        rowKey="sessionNo"
        search="账号或姓名"
        empty={{ hint: '现在没有人在线' }}
        filters={
          <CodeFilter type="IDNT" label="身份" value={list.filters.idntNo} onChange={(idntNo) => list.setFilters({ idntNo })} />
        }
        tickable={({ ownFlag }) => ownFlag === '0'}
        bulk={
          mayEnd
            ? (ticked, clear) => (
                <Button onClick={() => askEnd(ticked.map(Number), `所选 ${formatCount(ticked.length)} 个会话`, clear)}>
                  下线
                </Button>
              )
            : undefined
        }
        columns={[
          column<Line>(OnlineSession, 'nickName', {
            width: 150,
            fixed: 'left',
            render: (nickName: string, { ownFlag, imitName }) => (
              <>
                {nickName} {ownFlag === '1' && <span className="tag run">本机</span>}
                {imitName && <Tag color="orange">由{imitName}</Tag>}
              </>
            ),
          }),
          column<Line>(OnlineSession, 'name', { width: 130 }),
          column<Line>(OnlineSession, 'entName', { width: 150 }),
          column<Line>(OnlineSession, 'idntNo', { width: 96, minor: true }),
          column<Line>(OnlineSession, 'crtTm', { width: 140 }),
          column<Line>(OnlineSession, 'seenTm', { width: 140, minor: true }),
          column<Line>(OnlineSession, 'address', { width: 120, minor: true }),
          column<Line>(OnlineSession, 'client', { width: 150, minor: true }),
          { ...column<Line>(OnlineSession, 'way', { width: 100 }), optional: true },
          actionsColumn<Line>(
            () => undefined,
            ({ nickName }) => nickName,
            (line) =>
              mayEnd && line.ownFlag === '0' ? { label: '下线', act: () => askEnd([line.sessionNo], line.nickName) } : undefined,
          ),
        ]}
      />
      {dialog}
    </div>
  )
}
