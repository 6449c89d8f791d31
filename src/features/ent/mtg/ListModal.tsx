import { useState } from 'react'
import { AppModal } from '#web/AppModal.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { Label } from '#web/dictionary.tsx'
import { formatCount } from '#web/format.ts'
import type { ReadList } from './AddPeople.tsx'
import type { Asked } from './mtg.parts.contract.ts'

type Row = ReadList[number]
type Props = { list: ReadList; onAdd: (mans: Asked[]) => Promise<unknown>; onClose: () => void }

/** The people of a workbook before they are asked: what is wrong with a row is said, and that row stays out. */
export default function ListModal({ list, onAdd, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const right = list.filter(({ wrong }) => wrong === null)
  const add = async () => {
    setBusy(true)
    await onAdd(right.map(({ rowNo: _, wrong: __, ...man }) => man)).then(onClose, () => {})
    setBusy(false)
  }
  const bad = list.length - right.length
  return (
    <AppModal
      open
      className="touch"
      title={`名单里有 ${formatCount(list.length)} 人`}
      width={720}
      okText={`添加 ${formatCount(right.length)} 人`}
      okButtonProps={{ disabled: right.length === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={add}
      onCancel={onClose}
    >
      {bad > 0 && (
        <p className="bad-line" role="alert">
          {formatCount(bad)} 行有问题，不会添加；改好名单后可以再添加一次。
        </p>
      )}
      <DataTable<Row & { stt?: string }>
        rowKey="rowNo"
        dataSource={list.toSorted((one, other) => Number(!one.wrong) - Number(!other.wrong))}
        pagination={{ pageSize: 10, showSizeChanger: false }}
        columns={[
          { key: 'rowNo', dataIndex: 'rowNo', title: '行', width: 56, align: 'right' },
          { key: 'manName', dataIndex: 'manName', title: '姓名', width: 110 },
          {
            key: 'kind',
            title: '身份',
            width: 88,
            render: (_: unknown, { empNo }: Row) => (empNo ? '员工' : '来宾'),
          },
          {
            key: 'manType',
            dataIndex: 'manType',
            title: '类型',
            width: 104,
            render: (type: string) => <Label type="MAN_TYPE" value={type} />,
          },
          { key: 'wrong', dataIndex: 'wrong', title: '问题', render: (wrong: string | null) => wrong ?? '–' },
        ]}
      />
    </AppModal>
  )
}
