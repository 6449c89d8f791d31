import { Tag } from 'antd'
import type * as z from 'zod'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { DateRangeFilter } from '#web/list/filters/DateRangeFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { SignInRecord, userLgn } from './userlgn.contract.ts'
import { PageHead } from '#web/head/PageHead.tsx'

type Line = z.output<typeof SignInRecord>

/** Draws the attempts to sign in: when, how, from where, and with what result. */
export default function SignInLogScreen() {
  const list = useListState(userLgn.getlogpage)
  const { sDt, eDt, rslt, idntNo, way } = list.filters
  return (
    <div className="page touch">
      <PageHead title="登录日志" />
      <PageTable
        call={userLgn.getlogpage}
        list={list}
        rowKey="lgnNo"
        search="账号或姓名"
        empty={{ hint: '这段时间没有登录' }}
        filters={
          <>
            <DateRangeFilter from={sDt} to={eDt} onChange={(from, to) => list.setFilters({ sDt: from, eDt: to })} />
            <CodeFilter type="LGN_RSLT" label="结果" value={rslt} onChange={(chosen) => list.setFilters({ rslt: chosen })} />
            <CodeFilter type="LGN_WAY" label="方式" value={way} onChange={(chosen) => list.setFilters({ way: chosen })} />
            <CodeFilter type="IDNT" label="身份" value={idntNo} onChange={(chosen) => list.setFilters({ idntNo: chosen })} />
          </>
        }
        columns={[
          column<Line>(SignInRecord, 'lgnTm', { width: 140, fixed: 'left' }),
          column<Line>(SignInRecord, 'name', { width: 130 }),
          column<Line>(SignInRecord, 'nickName', {
            width: 132,
            render: (nickName: string | null, { imitName, reason }) =>
              imitName ? (
                <span title={reason ?? ''}>
                  {nickName} <Tag color="orange">由{imitName}</Tag>
                </span>
              ) : (
                (nickName ?? '–')
              ),
          }),
          column<Line>(SignInRecord, 'rslt', { width: 110 }),
          column<Line>(SignInRecord, 'way', { width: 100 }),
          column<Line>(SignInRecord, 'idntNo', { width: 96, minor: true }),
          column<Line>(SignInRecord, 'address', { width: 130, minor: true }),
          column<Line>(SignInRecord, 'region', { width: 64, minor: true }),
          column<Line>(SignInRecord, 'client', { width: 160, minor: true }),
          { ...column<Line>(SignInRecord, 'entName', { width: 180 }), optional: true },
          { ...column<Line>(SignInRecord, 'reason', { width: 180 }), optional: true },
        ]}
      />
    </div>
  )
}
