import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import type { ListState } from './listState.ts'

const anyState = { stt: undefined, rollFlag: undefined }

/** Says how many rows fit the filter in other states than the shown ones, and shows them; nothing where there is none. */
export function InOtherStates({ call, list }: { call: Call; list: ListState }) {
  const { stt, rollFlag, ...filters } = list.filters
  const asked = { ...filters, keyWord: list.keyWord, pageIndex: 1, pageSize: 1 } as z.input<Call['input']>
  const { data } = useQuery({ ...query(call, asked), enabled: Boolean(stt ?? rollFlag) })
  // Relies on every paged call answering the page of the contract.
  const { recordCount = 0 } = (data ?? {}) as { recordCount?: number }
  if (recordCount === 0) return null
  return (
    <p>
      其他状态里有 {formatCount(recordCount)} 项
      <Button type="link" onClick={() => list.setFilters(anyState)}>
        查看
      </Button>
    </p>
  )
}
