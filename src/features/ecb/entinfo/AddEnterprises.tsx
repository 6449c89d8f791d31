import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ent, Enterprise } from '#features/ecb/ent/ent.contract.ts'
import { AppModal } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'

type Props = { chnName: string; taken: ReadonlySet<string>; onPick: (entNos: string[]) => Promise<unknown>; onClose: () => void }
type Row = { entNo: string; entName: string; idntNo: string; stt: string }

/** Chooses enterprises that do not use a value yet. */
export function AddEnterprises({ chnName, taken, onPick, onClose }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({ ...query(ent.getlist, { keyWord }), placeholderData: (before) => before })
  const rows: Row[] | undefined = data?.filter(({ entNo }) => !taken.has(entNo))
  const pick = async () => {
    setBusy(true)
    await onPick(ticked).then(onClose, () => setBusy(false))
  }
  return (
    <AppModal
      open
      width={720}
      title={`让更多企业使用“${chnName}”`}
      okText={ticked.length > 0 ? `添加 ${formatCount(ticked.length)} 家` : '添加'}
      okButtonProps={{ disabled: ticked.length === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void pick()}
      onCancel={onClose}
    >
      {error && !data ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="stack">
          <div className="page-tools">
            <Keyword value={keyWord} onChange={setKeyWord} placeholder="企业名称或编号" />
          </div>
          <DataTable<Row>
            rowKey="entNo"
            loading={{ spinning: !rows, delay: 200 }}
            dataSource={rows ?? []}
            pagination={(rows?.length ?? 0) > 10 && { defaultPageSize: 10, showSizeChanger: false }}
            locale={{
              emptyText: !rows ? (
                ' '
              ) : keyWord ? (
                <NothingFits onClear={() => setKeyWord('')} />
              ) : (
                <EmptyState hint="所有企业都在使用这个值" />
              ),
            }}
            rowSelection={{
              columnWidth: 40,
              preserveSelectedRowKeys: true,
              selectedRowKeys: ticked,
              onChange: (keys) => setTicked(keys.map(String)),
            }}
            columns={[
              column<Row>(Enterprise, 'entName', { width: 240 }),
              column<Row>(Enterprise, 'idntNo', { width: 104 }),
              column<Row>(Enterprise, 'entNo', { width: 120 }),
            ]}
          />
        </div>
      )}
    </AppModal>
  )
}
