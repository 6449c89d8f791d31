import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type * as z from 'zod'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { enterpriseColumn } from './enterpriseColumn.tsx'
import { Figures } from './Figures.tsx'
import { useLastSignIns } from './lastSignIns.tsx'
import type { Figure } from '../home.contract.ts'

type Row = { entNo: string; entName: string; idntNo: string; stt: string; empCnt: number; stuCnt: number }

// Shows so many; the list has them all.
const most = 8

/** Draws the enterprises of an operator or agent: their size, their state, and whether anybody works in them. */
export default function Enterprises({ figures }: { figures: z.output<typeof Figure>[] }) {
  const may = useMay()
  const { data } = useQuery({
    ...query(ent.getpage, { deepFlag: '1', pageIndex: 1, pageSize: most }),
    enabled: may(ent.getpage),
  })
  const lastOf = useLastSignIns()
  return (
    <>
      <Figures figures={figures} />
      {may(ent.getpage) && (
        <section className="home-card" aria-labelledby="home-enterprises">
          <div className="spread">
            <h2 id="home-enterprises">企业</h2>
            <Link to="/ecb/ent">全部 {data ? formatCount(data.recordCount) : '…'} 家</Link>
          </div>
          <DataTable<Row>
            rowKey="entNo"
            rows={data?.datas ?? []}
            isLoading={!data}
            empty={<EmptyState hint="还没有企业" />}
            columns={[
              enterpriseColumn('企业', 280),
              {
                key: 'idntNo',
                dataIndex: 'idntNo',
                title: '身份',
                width: 88,
                render: (no: string) => <Label type="IDNT" value={no} />,
              },
              {
                key: 'empCnt',
                dataIndex: 'empCnt',
                title: '员工',
                width: 88,
                align: 'right',
                render: (cnt: number) => formatCount(cnt),
              },
              {
                key: 'stuCnt',
                dataIndex: 'stuCnt',
                title: '学生',
                width: 88,
                align: 'right',
                render: (cnt: number) => formatCount(cnt),
              },
              { key: 'last', title: '最近登录', width: 170, render: (_: never, { entNo }) => lastOf(entNo) },
              {
                key: 'stt',
                dataIndex: 'stt',
                title: '状态',
                width: 88,
                render: (stt: string) => <StatusTag type="ENT_STT" value={stt} />,
              },
            ]}
          />
        </section>
      )}
    </>
  )
}
