import type * as z from 'zod'
import { useSend } from '#web/api/api.ts'
import type { In } from '#web/api/send.ts'
import { type Comparison, duplicate } from './duplicate.contract.ts'

type Props = {
  shown: z.output<typeof Comparison>
  keep: 'one' | 'other'
  fields: NonNullable<In<typeof duplicate.merge>['fields']>
  onNext: () => void
}

/** Returns the decisions on a pair; the next one follows at once. */
export function usePairActions({ shown: { one, other }, keep, fields, onNext }: Props) {
  const [kept, gone] = keep === 'one' ? [one, other] : [other, one]
  const merging = useSend(duplicate.merge, { said: () => `${kept.stuName}的两条记录已合并` })
  const parting = useSend(duplicate.notsame, { said: () => `${one.stuName}和${other.stuName}已标为不是同一人` })
  const merge = () =>
    merging.mutate(
      { keptNo: kept.stuNo, goneNo: gone.stuNo, fields, keptVer: kept.ver, goneVer: gone.ver },
      { onSuccess: onNext },
    )
  const setApart = () => parting.mutate({ oneNo: one.stuNo, otherNo: other.stuNo }, { onSuccess: onNext })
  return { merge, setApart, busy: merging.isPending || parting.isPending }
}
