import { PayType } from '#features/ecb/entact/entact.contract.ts'
import { Fault } from '#server/base/fault.ts'

/** Describes what the rules check: an item as it would be stored. */
export type CheckedPaymentItem = {
  theme: string
  amt: number
  minAmt?: number | null | undefined
  maxAmt?: number | null | undefined
  actRdx?: number | null | undefined
  onFlag: string
  offFlag: string
  partFlag: string
  partCnt?: number | null | undefined
  amtEditFlag: string
  signFlag: string
  mustFlag: string
}

/**
 * Describes what else the rules need: the item's account, where it is live and enabled, and the item of its theme that is single
 * choice and mandatory.
 */
type Beside = { account: { payType: string } | undefined; chosen: string | undefined }

type Complaint = { field: string; message: string }

/**
 * Throws invalid, field by field, for an item that contradicts itself, its account or its theme
 * (docs/spec/enterprises.md#payment-items).
 */
export function checkPaymentItem(item: CheckedPaymentItem, beside: Beside) {
  const errors = [...amounts(item), ...instalments(item), ...ways(item, beside), ...choice(item, beside)]
  if (errors.length > 0) throw new Fault('invalid', errors.map(({ message }) => message).join('；'), { errors })
}

function* amounts({ amt, minAmt, maxAmt, amtEditFlag }: CheckedPaymentItem): Iterable<Complaint> {
  if (amtEditFlag === '0') {
    if (minAmt != null) yield { field: 'minAmt', message: '金额不能改的项目不用填最低金额' }
    if (maxAmt != null) yield { field: 'maxAmt', message: '金额不能改的项目不用填最高金额' }
    return
  }
  if (minAmt == null) yield { field: 'minAmt', message: '金额可以改的项目要填最低金额' }
  else if (minAmt > amt) yield { field: 'minAmt', message: `最低金额 ${minAmt} 元不能超过金额 ${amt} 元` }
  if (maxAmt == null) yield { field: 'maxAmt', message: '金额可以改的项目要填最高金额' }
  else if (maxAmt < amt) yield { field: 'maxAmt', message: `最高金额 ${maxAmt} 元不能低于金额 ${amt} 元` }
}

function* instalments({ partFlag, partCnt }: CheckedPaymentItem): Iterable<Complaint> {
  if (partFlag === '1' && partCnt == null) yield { field: 'partCnt', message: '可以分期的项目要填最多期数（2 到 24 期）' }
  if (partFlag === '0' && partCnt != null) yield { field: 'partCnt', message: '不能分期的项目不用填最多期数' }
}

function* ways({ onFlag, offFlag, actRdx }: CheckedPaymentItem, { account }: Beside): Iterable<Complaint> {
  if (onFlag === '1' && offFlag === '1') yield { field: 'offFlag', message: '“仅线上”和“仅线下”不能同时选' }
  if (actRdx == null) return
  if (!account) yield { field: 'actRdx', message: `收款账户序号 ${actRdx} 不存在或已停用，请换一个` }
  else if (onFlag === '1' && account.payType === PayType.cash)
    yield { field: 'actRdx', message: '只能线上缴费的项目不能用现金账户' }
}

function* choice({ theme, signFlag, mustFlag }: CheckedPaymentItem, { chosen }: Beside): Iterable<Complaint> {
  if (signFlag === '1' && mustFlag === '1' && chosen !== undefined)
    yield { field: 'signFlag', message: `主题“${theme}”里“${chosen}”已是单选又必缴，不能再有第二个` }
}
