import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { Picker } from '#web/form/picker/Picker.tsx'
import { type PickerProps, usePickerAt } from '#web/form/picker/usePicker.ts'
import type { ListColumn } from '#web/list/dataTable.types.ts'

/** Describes an enterprise to be chosen; `chkFlag` 1: has it already, and is ticked for good. */
type ChoosableEnterprise = { entNo: string; entName: string; idntNo: string; chkFlag?: '0' | '1'; stt?: string }

type Props<Row extends ChoosableEnterprise, Key extends QueryKey> = PickerProps<Row> & {
  /** Returns the query for the enterprises that a keyword finds. */
  read: (keyWord: string) => UseQueryOptions<Row[], Error, Row[], Key>
  /** Adds a column about each. */
  column?: ListColumn<Row>
  /** Draws the further inputs above the list. */
  children?: ReactNode
  disabled?: boolean
}

/** Picks enterprises: by keyword and identity, all that are found with one tick. */
export function EnterprisesPicker<Row extends ChoosableEnterprise, Key extends QueryKey>({
  read,
  column,
  ...props
}: Props<Row, Key>) {
  const at = usePickerAt()
  const [idntNo, setIdntNo] = useState<string>()
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...read(at.keyWord), placeholderData: keepPreviousData })
  const rows = useMemo(() => data?.filter((row) => !idntNo || row.idntNo === idntNo), [data, idntNo])
  return (
    <Picker<Row>
      {...props}
      at={at}
      offer={{ rows, stale: isPlaceholderData, error, refetch }}
      rowKey="entNo"
      nameOf={({ entName }) => entName}
      isTaken={({ chkFlag }) => chkFlag === '1'}
      unit="个企业"
      search="企业名称或编号"
      none="没有可以选择的企业"
      filters={<CodeFilter type="IDNT" label="身份" value={idntNo} onChange={setIdntNo} />}
      columns={[
        { key: 'entName', dataIndex: 'entName', title: '企业名称', width: 200, ellipsis: true },
        {
          key: 'idntNo',
          dataIndex: 'idntNo',
          title: '身份',
          width: 80,
          render: (value: string) => <Label type="IDNT" value={value} />,
        },
        column ?? { key: 'entNo', dataIndex: 'entNo', title: '企业编号', width: 104 },
      ]}
    />
  )
}
