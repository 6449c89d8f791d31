import { useQuery } from '@tanstack/react-query'
import { Form, Spin } from 'antd'
import { useState } from 'react'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { query } from '#web/api/api.ts'
import { readAllPages } from '#web/api/readAllPages.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { stu } from '../stu.contract.ts'
import { RosterSheet } from './RosterSheet.tsx'

type Props = {
  /** Names the class, or what has classes below it: each class then gets a sheet. */
  unit: { unitNo: string; unitName: string }
  onClose: () => void
}

// Leaves room to tick, and as many columns as a sheet has room for.
const [usual, most] = [6, 12]

/** Prints the pupils of a class, or of every class of a grade, with empty columns to tick. */
export default function PrintRoster({ unit: { unitNo, unitName }, onClose }: Props) {
  const [blank, setBlank] = useState<number | null>(usual)
  const pupils = useQuery({
    queryKey: ['roster', unitNo],
    queryFn: () => readAllPages(stu.getpage, { unitNo, rollFlag: '1' }),
    staleTime: 0,
  })
  const units = useQuery(query(edcunit.getexlist, {}))
  const { data } = pupils
  const classes = [...Map.groupBy(data ?? [], (pupil) => pupil.unitNo)]
  const error = pupils.error ?? units.error
  const isRead = data !== undefined && units.data !== undefined
  const leadsOf = (classNo: string) => units.data?.find((one) => one.unitNo === classNo)?.leads ?? []
  return (
    <AppModal
      open
      title={`打印名册：${unitName}`}
      width={400}
      okText="打印"
      okButtonProps={{ disabled: !isRead || classes.length === 0 }}
      cancelText="取消"
      onOk={() => window.print()}
      onCancel={onClose}
    >
      {error && <ReadFailed message={error.message} onRetry={() => void Promise.all([pupils.refetch(), units.refetch()])} />}
      {!isRead && !error && <Spin delay={200} />}
      {isRead && (
        <>
          <p role="status">
            {classes.length === 0
              ? '还没有在籍学生'
              : `${formatCount(classes.length)} 个班，${formatCount(data.length)} 名在籍学生，每班另起一页`}
          </p>
          <Form layout="vertical">
            <Form.Item label="空白列" htmlFor="roster-blank" extra="用来打勾或记录">
              <NumberInput id="roster-blank" value={blank} onChange={setBlank} precision={0} min={0} max={most} />
            </Form.Item>
          </Form>
          <div className="paper">
            {classes.map(([classNo, ofClass]) => (
              <RosterSheet key={classNo} pupils={ofClass} leads={leadsOf(classNo)} blank={Math.min(blank ?? 0, most)} />
            ))}
          </div>
        </>
      )}
    </AppModal>
  )
}
