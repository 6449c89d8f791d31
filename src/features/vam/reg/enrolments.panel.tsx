import { Download, Printer, ScanLine } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { permissions } from '#contract/access.ts'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { linkedNameColumn } from '#web/list/columns/columns.tsx'
import { listColumns } from '#web/list/columns/listColumns.ts'
import { useListState } from '#web/list/listState.ts'
import { useIsSchool, useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { Enrolment, reg } from './reg.contract.ts'
import { type EnrolmentFields, enrolmentFields } from './reg.fields.ts'
import { type Row, useEnrolmentActions } from './useEnrolmentActions.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const EnrolmentDrawer = lazyWindow(() => import('./EnrolmentDrawer.tsx'))
const ScanEnrolment = lazyWindow(() => import('./ScanEnrolment.tsx'))
const ActivitySheet = lazyWindow(() => import('./ActivitySheet.tsx'))

const signs = [
  { value: '1', label: '已签到' },
  { value: '0', label: '未签到' },
]
const pays = [
  { value: '1', label: '已缴' },
  { value: '0', label: '未缴' },
]

type Props = {
  /** Limits the enrolments to one activity; none: those of all. */
  activity?: { actNo: string; title: string; sDt: string; place: string | null; payName: string | null; editFlag: string }
  filter?: React.ReactNode
}

const order = ['name', 'unitName', 'title', 'crtTm', 'byName', 'queueNo', 'payFlag', 'signTm', 'stt'] as const

/** Draws the enrolments in their order, with the actions on them. */
export default function Enrolments({ activity, filter }: Props) {
  const may = useMay()
  const isSchool = useIsSchool()
  const list = useListState(reg.getpage, activity ? { actNo: activity.actNo } : {})
  const { filters, setFilters, keyWord } = list
  const [opened, setOpened] = useState<string>()
  const [dialog, setDialog] = useState<'scan' | 'print'>()
  const { menuFor, firstOf, bulk, dialogs } = useEnrolmentActions()
  const runs = !activity || activity.editFlag === '1'
  const out = () =>
    save(reg.export, { ...filters, keyWord: keyWord || undefined }).catch((error: Error) => toast.error(error.message))
  const hasFees = !activity || activity.payName !== null
  return (
    <>
      <PageTable
        call={reg.getpage}
        list={list}
        rowKey="regNo"
        search={activity ? '姓名或拼音' : '姓名、拼音或活动'}
        opened={opened}
        offState={null}
        empty={{ hint: '还没有人报名' }}
        actions={
          <>
            {runs && may(reg.setsign) && (
              <Button icon={<ScanLine />} onClick={() => setDialog('scan')}>
                扫码签到
              </Button>
            )}
            {may(reg.export) && (
              <Button icon={<Download />} onClick={() => void out()}>
                导出
              </Button>
            )}
            {activity && may({ access: permissions('reg').print }) && (
              <Button icon={<Printer />} onClick={() => setDialog('print')}>
                打印签到表
              </Button>
            )}
          </>
        }
        bulk={runs ? bulk : undefined}
        tickable={({ editFlag }) => editFlag === '1'}
        filters={
          <>
            {filter}
            <CodeFilter type="REG_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
            {isSchool && <UnitFilter label="班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />}
            <SelectFilter
              label="签到"
              options={signs}
              value={filters.signFlag}
              onChange={(signFlag) => setFilters({ signFlag })}
            />
            {hasFees && (
              <SelectFilter label="缴费" options={pays} value={filters.payFlag} onChange={(payFlag) => setFilters({ payFlag })} />
            )}
          </>
        }
        columns={[
          ...listColumns<Row, EnrolmentFields>(Enrolment, enrolmentFields, order, {
            name: linkedNameColumn<Row>(Enrolment, 'name', 110, ({ regNo }) => setOpened(regNo)),
            queueNo: { render: (no: number | null) => no ?? '–' },
            payFlag: { render: (flag: string, { payName }) => (payName === null ? '–' : flag === '1' ? '已缴' : '未缴') },
          }).filter(({ key }) => (key !== 'title' || !activity) && (key !== 'payFlag' || hasFees)),
          actionsColumn<Row>(menuFor, ({ name }) => name),
        ]}
      />
      <Suspense>
        {opened && <EnrolmentDrawer regNo={opened} firstOf={firstOf} menuFor={menuFor} onClose={() => setOpened(undefined)} />}
        {dialog === 'scan' && <ScanEnrolment onClose={() => setDialog(undefined)} />}
        {dialog === 'print' && activity && <ActivitySheet activity={activity} onClose={() => setDialog(undefined)} />}
      </Suspense>
      {dialogs}
    </>
  )
}
