import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query, useSend } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { type Out, send } from '#web/api/send.ts'
import { res } from './res.contract.ts'

export type Whole = Out<typeof res.get>
export type Version = Whole['versions'][number]

/** Returns an opened resource, and records the look once. */
export function useResource(resNo: string) {
  const { data, error, refetch } = useQuery(query(res.get, { resNo }))
  const look = useLooking()
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) look(resNo, '0')
    // Relies on the resource staying the same while the page is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isThere, resNo])
  return { resource: data, error, refetch }
}

/** Keeps that somebody opened a resource, or saved it; whoever looks through the eyes of another leaves nothing. */
function useLooking() {
  const { readFlag } = useMe()
  return (resNo: string, downFlag: '0' | '1') => {
    if (readFlag !== '1') void send(res.setseen, { resNo, downFlag }).catch(() => {})
  }
}

/** Returns the function that saves a version of a resource, which is counted. */
export function useSaving() {
  const look = useLooking()
  return (resNo: string, { url, name }: Pick<Version, 'url' | 'name'>) => ({
    href: url,
    download: name,
    onClick: () => look(resNo, '1'),
  })
}

/** Marks a resource for oneself, or takes the mark off. */
export function useMarking() {
  const { mutate } = useSend(res.setfav)
  return ({ resNo, favFlag }: Pick<Whole, 'resNo' | 'favFlag'>) => mutate({ resNo, favFlag: favFlag === '1' ? '0' : '1' })
}
