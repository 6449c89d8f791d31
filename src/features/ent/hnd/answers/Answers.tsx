import { useQuery } from '@tanstack/react-query'
import { Pagination, Spin } from 'antd'
import { useState } from 'react'
import { Anonymity } from '#domain/collections/collections.contract.ts'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { hnd } from '../hnd.contract.ts'
import '../hnd.css'
import { waitingWords } from './Statistics.tsx'

const pageSize = 10

/** Draws what was answered, one after the other: with names, or where the collection is anonymous without them. */
export default function Answers({ collection }: { collection: Out<typeof hnd.get> }) {
  const { hndNo, anon, doneCnt, billClmns } = collection
  const { choices } = useFormSources()
  const [pageIndex, setPage] = useState(1)
  const { data, error, refetch } = useQuery(query(hnd.getanswers, { hndNo, pageIndex, pageSize }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const { datas, recordCount } = data
  const waiting = anon === Anonymity.full && recordCount < doneCnt ? waitingWords(doneCnt, recordCount) : ''
  if (recordCount === 0) return <EmptyState hint={waiting || '还没有人填写'} />
  return (
    <>
      {waiting && <p className="grey">{waiting}</p>}
      <ul className="answers">
        {datas.map(({ no, name, place, vals }, i) => (
          <li key={no}>
            <h2>
              {name ?? `第 ${(pageIndex - 1) * pageSize + i + 1} 份`} {place && <small className="grey">{place}</small>}
            </h2>
            <FormRead columns={billClmns} values={vals} choices={choices} />
          </li>
        ))}
      </ul>
      {recordCount > pageSize && (
        <Pagination current={pageIndex} total={recordCount} pageSize={pageSize} showSizeChanger={false} onChange={setPage} />
      )}
    </>
  )
}
