import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { hnd } from './hnd.contract.ts'

/** Draws what one of those who are asked has answered. */
export default function AnswerModal({ hndNo, toNo, onClose }: { hndNo: string; toNo: string; onClose: () => void }) {
  const { choices } = useFormSources()
  const { data, error, refetch } = useQuery(query(hnd.getanswer, { hndNo, toNo }))
  return (
    <AppModal open title={data ? `${data.name}的答卷` : '答卷'} width={640} footer={null} onCancel={onClose}>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Spin delay={200} />}
      {data && (
        <FormRead
          columns={data.billClmns}
          values={data.vals ?? {}}
          choices={choices}
          masked={({ clmnNo }, words) => <Masked value={words} call={hnd.reveal} input={{ hndNo, toNo, clmnNo }} />}
        />
      )}
    </AppModal>
  )
}
