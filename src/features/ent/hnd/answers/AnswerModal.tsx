import { Printer } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { PrintView } from '#web/print/PrintView.tsx'
import { GiveBackModal } from './GiveBackModal.tsx'
import { hnd } from '../hnd.contract.ts'

type Props = { hndNo: string; toNo: string; mayGiveBack: boolean; onClose: () => void }

/** Draws what one of those who are asked has answered, and gives it back to be written again. */
export default function AnswerModal({ hndNo, toNo, mayGiveBack, onClose }: Props) {
  const { choices } = useFormSources()
  const { data, error, refetch } = useQuery(query(hnd.getanswer, { hndNo, toNo }))
  const [isGiving, setGiving] = useState(false)
  return (
    <>
      <AppModal
        open
        title={data ? `${data.name}的答卷` : '答卷'}
        width={640}
        footer={
          data ? (
            <>
              <Button icon={<Printer />} onClick={() => window.print()}>
                打印
              </Button>
              {mayGiveBack && <Button onClick={() => setGiving(true)}>退回重填</Button>}
            </>
          ) : null
        }
        onCancel={onClose}
      >
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data && (
          <PrintView title={`${data.name}的答卷`}>
            <FormRead
              columns={data.billClmns}
              values={data.vals ?? {}}
              choices={choices}
              score={data.score}
              linkOf={(fileNo) => data.files.find((one) => one.fileNo === fileNo)?.url}
              masked={({ clmnNo }, words) => <Masked value={words} call={hnd.reveal} input={{ hndNo, toNo, clmnNo }} />}
            />
          </PrintView>
        )}
      </AppModal>
      {isGiving && data && (
        <GiveBackModal one={{ hndNo, toNo, name: data.name }} onClose={() => setGiving(false)} onDone={onClose} />
      )}
    </>
  )
}
