import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { AppModal } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'
import { EnterpriseChoice, entrole } from './entrole.contract.ts'

type Choice = z.output<typeof EnterpriseChoice>

type Props = {
  title: string
  roleNo: string
  onPick: (entNos: string[]) => Promise<unknown>
  onClose: () => void
}

/** Picks enterprises that a public role may be given to; those that have it are ticked already. */
export function EnterprisePicker({ title, roleNo, onPick, onClose }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    ...query(entrole.getentforset, { roleNo, keyWord }),
    placeholderData: (before) => before,
  })
  const taken = data?.filter(({ chkFlag }) => chkFlag === '1').map(({ entNo }) => entNo) ?? []
  const pick = async () => {
    setBusy(true)
    await onPick(chosen).then(onClose, () => {})
    setBusy(false)
  }
  return (
    <AppModal
      open
      width={720}
      title={title}
      okText={`添加 ${formatCount(chosen.length)} 个企业`}
      okButtonProps={{ disabled: chosen.length === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={pick}
      onCancel={onClose}
    >
      <div className="stack">
        <div className="spread first-focus">
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="企业名称或编号" />
          <span className="grey">已选 {formatCount(chosen.length)} 个</span>
        </div>
        {error && !data ? (
          <ReadFailed message={error.message} onRetry={() => refetch()} />
        ) : (
          <DataTable<Choice>
            rowKey="entNo"
            loading={{ spinning: !data, delay: 200 }}
            dataSource={data ?? []}
            scroll={{ y: 360 }}
            locale={{
              emptyText: !data ? (
                ' '
              ) : keyWord ? (
                <NothingFits onClear={() => setKeyWord('')} />
              ) : (
                <EmptyState hint="没有这种身份的企业" />
              ),
            }}
            rowSelection={{
              columnWidth: 40,
              selectedRowKeys: [...chosen, ...taken],
              preserveSelectedRowKeys: true,
              onChange: (keys) => setChosen(keys.map(String).filter((entNo) => !taken.includes(entNo))),
              getCheckboxProps: ({ chkFlag }) => ({ disabled: chkFlag === '1' }),
            }}
            columns={[
              column<Choice>(EnterpriseChoice, 'entName', { width: 240 }),
              column<Choice>(EnterpriseChoice, 'prtName', { width: 200 }),
              column<Choice>(EnterpriseChoice, 'entNo', { width: 120 }),
            ]}
          />
        )}
      </div>
    </AppModal>
  )
}
