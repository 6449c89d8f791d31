import type * as z from 'zod'
import type { OwnIdentity } from '#contract/shell/user.contract.ts'
import { formatDate } from '#web/page/format.ts'

type Props = { identity: z.output<typeof OwnIdentity>; isCurrent?: boolean }

/** Draws an identity of one's own: where, who gave it, and since when. */
export const IdentityLine = ({ identity, isCurrent = false }: Props) => {
  const { idntName, entName, givenName, givenTm } = identity
  return (
    <span className="profile-identity">
      <span>
        {idntName} · {entName} {isCurrent && <span className="tag run">当前</span>}
      </span>
      <span className="grey">
        {formatDate(givenTm.slice(0, 8))} 由{givenName ?? '系统'}给予
      </span>
    </span>
  )
}
