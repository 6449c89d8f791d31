import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import type * as z from 'zod'
import { reasonCodes, type SameReason } from '#domain/students/sameStudent.contract.ts'
import { query } from '#web/api/api.ts'
import { keepSearch } from '#web/page/tabs.ts'
import { duplicate, type DuplicatePair } from './duplicate.contract.ts'

export type Pair = z.output<typeof DuplicatePair>
type At = { entNo: string; stuNo: string }

/** Describes the address of a pair: `one` and `other`, for a bureau with their schools. */
export type PairAt = { oneNo: string; otherNo: string; oneEntNo?: string; otherEntNo?: string }

export const pairKey = ({ oneNo, otherNo }: PairAt) => `${oneNo} ${otherNo}`
export const pairOf = (one: At, other: At): PairAt => ({
  oneNo: one.stuNo,
  otherNo: other.stuNo,
  oneEntNo: one.entNo,
  otherEntNo: other.entNo,
})

/** Returns the queue, and the open pair; both stand in the page's address. */
export function usePairs() {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const set = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const search = next.toString()
    keepSearch(pathname, search && `?${search}`)
    setParams(next, { replace: true })
  }
  const asked = params.get('reason')
  const reason = reasonCodes.find((code): code is SameReason => code === asked)
  const { data, error, refetch } = useQuery({
    ...query(duplicate.getlist, { ...(reason && { reason }) }),
    placeholderData: (before) => before,
    // Asks again while a large school is being searched anew.
    refetchInterval: ({ state }) => (state.data?.staleFlag === '1' ? 5000 : false),
  })
  const pairs = data?.datas
  const [oneNo, otherNo] = [params.get('one'), params.get('other')]
  const [oneEntNo, otherEntNo] = [params.get('oneEnt'), params.get('otherEnt')]
  const chosen = oneNo && otherNo ? { oneNo, otherNo, ...(oneEntNo && otherEntNo && { oneEntNo, otherEntNo }) } : undefined
  const show = (at: PairAt | undefined) =>
    set({ one: at?.oneNo, other: at?.otherNo, oneEnt: at?.oneEntNo, otherEnt: at?.otherEntNo })
  return {
    pairs,
    recordCount: data?.recordCount ?? 0,
    isRenewing: data?.staleFlag === '1',
    error,
    refetch,
    reason,
    setReason: (to: SameReason | undefined) => set({ reason: to, one: undefined, other: undefined }),
    chosen,
    show,
  }
}
