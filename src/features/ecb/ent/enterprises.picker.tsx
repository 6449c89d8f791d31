import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { AppModal } from '#web/AppModal.tsx'
import { CodeFilter } from '#web/CodeFilter.tsx'
import { DataTable, type ListColumn } from '#web/DataTable.tsx'
import { Label } from '#web/dictionary.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'

/** An enterprise to be chosen; `chkFlag` 1: has it already, and is ticked for good. */
export type Choice = { entNo: string; entName: string; idntNo: string; chkFlag?: '0' | '1'; stt?: string }

type Props<Row extends Choice, Key extends QueryKey> = {
  title: string
  /** What the button does with those that are chosen: 添加. */
  verb: string
  /** The enterprises that a keyword finds. */
  read: (keyWord: string) => UseQueryOptions<Row[], Error, Row[], Key>
  /** What else is told of each. */
  column?: ListColumn<Row>
  /** What is set together with the choice, above the list. */
  children?: ReactNode
  disabled?: boolean
  /** These have it already, where the rows themselves do not tell. */
  taken?: ReadonlySet<string>
  onPick: (entNos: string[]) => Promise<unknown>
  onClose: () => void
}

/** Chooses enterprises, as many as one likes: by keyword and identity, all that are found with one tick. */
export function EnterprisesPicker<Row extends Choice, Key extends QueryKey>(props: Props<Row, Key>) {
  const { title, verb, read, column, children, disabled = false, taken: known, onPick, onClose } = props
  const [keyWord, setKeyWord] = useState('')
  const [idntNo, setIdntNo] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({ ...read(keyWord), placeholderData: keepPreviousData })
  const rows = data?.filter((row) => !idntNo || row.idntNo === idntNo) ?? []
  const isTaken = ({ entNo, chkFlag }: Choice) => chkFlag === '1' || known?.has(entNo) === true
  const free = rows.filter((row) => !isTaken(row)).map(({ entNo }) => entNo)
  const taken = rows.filter(isTaken).map(({ entNo }) => entNo)
  const ticked = free.filter((entNo) => chosen.has(entNo)).length
  const clear = () => {
    setKeyWord('')
    setIdntNo(undefined)
  }
  const tickAll = (all: boolean) =>
    setChosen(new Set(all ? [...chosen, ...free] : [...chosen].filter((entNo) => !free.includes(entNo))))
  const pick = async () => {
    setBusy(true)
    await onPick([...chosen]).then(onClose, () => {})
    setBusy(false)
  }
  return (
    <AppModal
      open
      width={720}
      title={title}
      okText={chosen.size > 0 ? `${verb} ${formatCount(chosen.size)} 个企业` : verb}
      okButtonProps={{ disabled: disabled || chosen.size === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void pick()}
      onCancel={onClose}
    >
      <div className="stack touch">
        {children}
        <div className={children ? 'page-tools' : 'page-tools first-focus'}>
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="企业名称或编号" />
          <CodeFilter type="IDNT" label="身份" value={idntNo} onChange={setIdntNo} />
          <Checkbox
            checked={free.length > 0 && ticked === free.length}
            indeterminate={ticked > 0 && ticked < free.length}
            disabled={free.length === 0}
            onChange={({ target }) => tickAll(target.checked)}
          >
            全选 {formatCount(free.length)} 个
          </Checkbox>
        </div>
        {error && !data ? (
          <ReadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <DataTable<Row>
            rowKey="entNo"
            loading={{ spinning: !data, delay: 200 }}
            dataSource={rows}
            scroll={{ x: 480, y: 360 }}
            locale={{
              emptyText: !data ? (
                ' '
              ) : keyWord || idntNo ? (
                <NothingFits onClear={clear} />
              ) : (
                <EmptyState hint="没有可以选择的企业" />
              ),
            }}
            rowSelection={{
              columnWidth: 40,
              hideSelectAll: true,
              selectedRowKeys: [...chosen, ...taken],
              preserveSelectedRowKeys: true,
              onChange: (keys) => setChosen(new Set(keys.map(String).filter((entNo) => !taken.includes(entNo)))),
              getCheckboxProps: (row) => ({ disabled: isTaken(row), 'aria-label': `选择${row.entName}` }),
            }}
            columns={[
              { key: 'entName', dataIndex: 'entName', title: '企业名称', width: 240, ellipsis: true },
              {
                key: 'idntNo',
                dataIndex: 'idntNo',
                title: '身份',
                width: 96,
                render: (value: string) => <Label type="IDNT" value={value} />,
              },
              column ?? { key: 'entNo', dataIndex: 'entNo', title: '企业编号', width: 120 },
            ]}
          />
        )}
      </div>
    </AppModal>
  )
}
