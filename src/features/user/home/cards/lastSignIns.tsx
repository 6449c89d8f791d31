import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#web/api/api.ts'
import { formatTime } from '#web/page/format.ts'
import { home } from '../home.contract.ts'

/** Returns what tells when somebody last signed in at an enterprise. */
export function useLastSignIns(): (entNo: string) => ReactNode {
  const { data } = useQuery(query(home.getlogins, {}))
  const byNo = new Map(data?.map(({ entNo, lastTm }) => [entNo, lastTm]))
  return (entNo) => {
    const last = byNo.get(entNo)
    if (!data) return '…'
    return last ? formatTime(last) : <span className="grey">还没有人登录</span>
  }
}
