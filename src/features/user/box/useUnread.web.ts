import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries, query } from '#web/api/api.ts'
import { box } from './box.contract.ts'
import { watchInbox } from './inboxSignals.web.ts'

// Asks anew, in milliseconds, where no signal comes.
const every = 60_000

const readInboxAgain = () =>
  void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/user/box/') })

/** Reads how much of the inbox is unread, and asks again as soon as the server says that something has come. */
export function useUnread() {
  useEffect(() => watchInbox(readInboxAgain), [])
  return useQuery({ ...query(box.getunread, {}), refetchInterval: every, meta: { saysItself: true } }).data
}
