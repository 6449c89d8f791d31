import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { query } from '#web/api/api.ts'
import type { In } from '#web/api/send.ts'
import { res } from '../res.contract.ts'

const pageSize = 24
const asked = ['scope', 'clsNo', 'fileKind', 'subj', 'schYear', 'keyWord', 'order', 'mine'] as const
type Name = (typeof asked)[number]

/** Returns the list of a portal page by its address, else the usual one: a step back shows what was there before. */
export function usePortalList(usual: Partial<Record<Name, string>> = {}) {
  const [params, setParams] = useSearchParams()
  const given = Object.fromEntries(asked.flatMap((name) => (params.has(name) ? [[name, params.get(name) as string]] : [])))
  const filters: Partial<Record<Name, string>> = { ...usual, ...given }
  const pageIndex = Number(params.get('page')) || 1
  const schYear = filters.schYear === undefined ? {} : { schYear: Number(filters.schYear) }
  // Casts the address, which may hold anything: the call refuses what it does not take.
  const input = { scope: ResourceScope.own, ...filters, ...schYear, pageIndex, pageSize } as In<typeof res.getpage>
  // Searches every tree for what the caller marked or opened.
  const { scope: _, ...everywhere } = input
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(res.getpage, filters.mine ? everywhere : input),
    placeholderData: keepPreviousData,
  })
  const set = (changes: Partial<Record<Name | 'page', string | undefined>>) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next)
  }
  return { filters, set, pageIndex, pageSize, page: data, error, refetch, isOld: isPlaceholderData }
}

export type PortalList = ReturnType<typeof usePortalList>
