import { ResourceScope, ShareState } from '#domain/resources/resources.contract.ts'
import { useMe } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { res } from './res.contract.ts'

export type Row = Out<typeof res.getpage>['datas'][number]

/** Warns that a change needs a new review by others; undefined where it does not. */
export const againWords = ({ shrStt, scope }: Pick<Row, 'shrStt' | 'scope'>, isPlace: boolean) =>
  shrStt === ShareState.shared && scope !== ResourceScope.own && !isPlace
    ? '已共享的资源改了名称、说明或文件后要重新审核，审核通过前别的单位看不到。'
    : undefined

/** Tells whether an enterprise shares its own without a review: a bureau with its district, the platform with everybody. */
export function useIsPlace() {
  const { idntNo } = useMe()
  return (scope: string) =>
    scope === ResourceScope.bureau ? idntNo === '020' : scope === ResourceScope.everybody && idntNo === '060'
}
