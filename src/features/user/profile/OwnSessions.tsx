import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import type * as z from 'zod'
import { OnlineSession, session } from '#features/user/session/session.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMe } from '#web/api/me.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'

// Adds the state that tables ask for, which its rows do not have.
type Line = z.output<typeof OnlineSession> & { stt?: string }

/** Draws where I am signed in, under whichever identity; other sessions than this one can be ended. */
export function OwnSessions() {
  const me = useMe()
  const { data, error, refetch } = useQuery(query(session.getown, {}))
  const { ask, dialog } = useConfirm()
  const end = useSend(session.endown)
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const others = data?.filter(({ ownFlag }) => ownFlag === '0') ?? []
  const mayEnd = !me.imitUserNo
  const askAll = () =>
    ask({
      title: '下线其他会话',
      touches: `其他 ${formatCount(others.length)} 个会话的下一步操作会回到登录页，没有保存的内容会丢失。本机不受影响。`,
      verb: '下线',
      act: () => end.mutateAsync({}),
    })
  const askOne = ({ sessionNo, client }: Line) =>
    ask({
      title: `下线 ${client}`,
      touches: '它的下一步操作会回到登录页，没有保存的内容会丢失；可以重新登录。',
      verb: '下线',
      act: () => end.mutateAsync({ sessionNos: [sessionNo] }),
    })
  return (
    <div className="stack">
      <div className="page-tools">
        {mayEnd && (
          <Button disabled={others.length === 0} onClick={askAll}>
            下线其他会话
          </Button>
        )}
        <span className="grey" aria-live="polite">
          {data && `共 ${formatCount(data.length)} 个`}
        </span>
      </div>
      <DataTable<Line>
        rowKey="sessionNo"
        rows={data ?? []}
        isLoading={!data}
        columns={[
          column<Line>(OnlineSession, 'client', {
            width: 210,
            fixed: 'left',
            render: (client: string, line) => (
              <>
                {client} {line.ownFlag === '1' && <span className="tag run">本机</span>}
                {line.imitName && <Tag color="orange">{line.userNo === me.no ? `由${line.imitName}` : `以${line.nickName}`}</Tag>}
              </>
            ),
          }),
          column<Line>(OnlineSession, 'seenTm', { width: 136 }),
          column<Line>(OnlineSession, 'address', { width: 124, minor: true }),
          column<Line>(OnlineSession, 'crtTm', { width: 136, minor: true }),
          column<Line>(OnlineSession, 'idntNo', { width: 80, minor: true }),
          column<Line>(OnlineSession, 'entName', { width: 170, minor: true }),
          actionsColumn<Line>(
            () => undefined,
            ({ client }) => client,
            (line) => (mayEnd && line.ownFlag === '0' ? { label: '下线', act: () => askOne(line) } : undefined),
          ),
        ]}
      />
      {dialog}
    </div>
  )
}
