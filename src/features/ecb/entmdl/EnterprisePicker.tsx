import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { AppModal } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { EmptyState, NothingFits } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'
import { Candidate, entmdl } from './entmdl.contract.ts'

type Row = z.output<typeof Candidate>
type Props = { mdlCode: string; mdlName: string; onPick: (entNos: string[]) => Promise<unknown>; onClose: () => void }

/** Chooses enterprises that do not have a module yet. */
export function EnterprisePicker({ mdlCode, mdlName, onPick, onClose }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({ ...query(entmdl.getentforset, { mdlCode, keyWord }), placeholderData: (before) => before })
  const rows = data?.filter(({ chkFlag }) => chkFlag === '0')
  const pick = async () => {
    setBusy(true)
    const done = await onPick(ticked).then(
      () => true,
      () => false,
    )
    setBusy(false)
    if (done) onClose()
  }
  return (
    <AppModal
      open
      width={720}
      title={`给企业开通“${mdlName}”`}
      okText={ticked.length > 0 ? `添加 ${formatCount(ticked.length)} 家` : '添加'}
      okButtonProps={{ disabled: ticked.length === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void pick()}
      onCancel={onClose}
    >
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
            emptyText: keyWord ? <NothingFits onClear={() => setKeyWord('')} /> : <EmptyState hint="没有可以添加的企业" />,
          }}
          rowSelection={{
            columnWidth: 40,
            preserveSelectedRowKeys: true,
            selectedRowKeys: ticked,
            onChange: (keys) => setTicked(keys.map(String)),
          }}
          columns={[
            column<Row>(Candidate, 'entName', { width: 240 }),
            column<Row>(Candidate, 'idntNo', { width: 104 }),
            column<Row>(Candidate, 'entNo', { width: 120 }),
          ]}
        />
      </div>
    </AppModal>
  )
}
