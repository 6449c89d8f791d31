import { useQuery } from '@tanstack/react-query'
import { query, useSend } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { useMay } from '#web/api/me.tsx'
import { type Plan, rollover } from './rollover.contract.ts'

export type CurrentRollover = Out<typeof rollover.get>
export type Finding = CurrentRollover['blocks'][number]
export type PlannedMove = Plan['moves'][number]
export type SavedRollover = ReturnType<typeof useRollover>

/** Returns the present year-end; stores every change of the plan at once, and answers with its result. */
export function useRollover() {
  const { data: shown, error, refetch } = useQuery(query(rollover.get, {}))
  const save = useSend(rollover.savedraft)
  const may = useMay()(rollover.savedraft)
  const change = (changes: Partial<Plan>) =>
    shown && save.mutateAsync({ plan: { ...shown.plan, ...changes }, ver: shown.ver }).then(({ result }) => result)
  return { shown, error, refetch, change, may, isSaving: save.isPending }
}
