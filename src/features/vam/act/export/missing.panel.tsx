import { Download } from 'lucide-react'
import { Button } from 'antd'
import * as z from 'zod'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { type Out, save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { act } from '../act.contract.ts'

type Row = Out<typeof act.getmissingpage>['datas'][number]
const fields = z.object({ stuName: z.string().meta({ title: '姓名' }), unitName: z.string().nullable().meta({ title: '班级' }) })

/**
 * Draws the students whom an activity is for and who have not enrolled; without one those who have enrolled in nothing this
 * school year.
 */
export default function MissingStudents({ actNo }: { actNo?: string }) {
  const may = useMay()
  const list = useListState(act.getmissingpage, actNo ? { actNo } : {})
  const { filters, setFilters, keyWord } = list
  const out = () =>
    save(act.exportmissing, { ...(actNo && { actNo }), unitNo: filters.unitNo, keyWord: keyWord || undefined }).catch(
      (error: Error) => toast.error(error.message),
    )
  return (
    <PageTable
      call={act.getmissingpage}
      list={list}
      rowKey="stuNo"
      search="姓名、拼音或学号"
      offState={null}
      empty={{ hint: actNo ? '活动面向的学生都报名了' : '每名学生本学年都报过名' }}
      actions={
        may(act.exportmissing) && (
          <Button icon={<Download />} onClick={() => void out()}>
            导出
          </Button>
        )
      }
      filters={<UnitFilter label="班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />}
      columns={[
        column<Row>(fields, 'stuName', { width: 140, fixed: 'left' }),
        column<Row>(fields, 'unitName', { width: 200 }),
        { key: 'stuNo', dataIndex: 'stuNo', title: '学生编号', width: 140 },
      ]}
    />
  )
}
