import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type * as z from 'zod'
import { wordsOf } from '#contract/words.ts'
import { query } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { reason, Viewer } from './reason.contract.ts'

type Row = z.output<typeof Viewer> & { stt?: string }
type Props = { recType: 'emp' | 'org' | 'unit' | 'stu'; recNo: string; name: string; onClose: () => void }

/** Says who may see a record, through which role and as part of what; each name leads to the way of their right. */
export default function Viewers({ recType, recNo, name, onClose }: Props) {
  const whole = `整个${wordsOf(useMe().idntNo).itself}`
  const { data, error, refetch } = useQuery(query(reason.getwho, { recType, recNo }))
  return (
    <AppModal open width={640} title={`谁能看到“${name}”`} footer={null} onCancel={onClose}>
      <ListTable<Row>
        rowKey="empNo"
        rows={data?.datas}
        error={error}
        onRetry={refetch}
        empty={<EmptyState hint="没有别的员工能看到" />}
        columns={[
          column<Row>(Viewer, 'empName', {
            width: 110,
            render: (empName: string, { empNo }) => <Link to={`/ent/reason?empNo=${empNo}`}>{empName}</Link>,
          }),
          column<Row>(Viewer, 'orgName', { width: 120 }),
          column<Row>(Viewer, 'roleNames', { width: 150 }),
          column<Row>(Viewer, 'placeNames', { width: 150, render: (names: string) => names || whole }),
        ]}
      />
      {data?.moreFlag === '1' && <p className="grey">员工很多，只查看了其中 500 名。</p>}
    </AppModal>
  )
}
