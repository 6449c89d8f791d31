import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { type OwnIdentity, user } from '#contract/shell/user.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { IdentityLine } from './IdentityLine.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const JoinAccount = lazyWindow(() => import('./JoinAccount.tsx'))

type Identity = z.output<typeof OwnIdentity>

/** Draws my identities with who gave each; those not in use can be given up, and another account of mine joined. */
export function OwnIdentities() {
  const me = useMe()
  const { data, error, refetch } = useQuery(query(user.getownidnts, {}))
  const leave = useSend(user.leave)
  const [joining, setJoining] = useState(false)
  const { ask, dialog } = useConfirm()
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const askLeave = ({ idntNo, entNo, idntVal, idntName, entName }: Identity) =>
    ask({
      title: `解除在“${entName}”的${idntName}身份`,
      touches: '解除后这个账号不能再进入那里；那里的资料都保留，那里的管理员可以重新认证你的手机。',
      verb: '解除',
      act: () => leave.mutateAsync({ idntNo, idntEntNo: entNo, idntVal }),
    })
  return (
    <section aria-labelledby="own-identities">
      <h2 id="own-identities" className="section-title">
        我的身份
      </h2>
      <ul className="profile-identities">
        {data?.map((identity) => {
          const { idntNo, entNo, idntVal, entName } = identity
          const isCurrent = entNo === me.entNo && idntNo === me.idntNo
          return (
            <li key={`${idntNo} ${entNo} ${idntVal}`}>
              <IdentityLine identity={identity} isCurrent={isCurrent} />
              {!isCurrent && (
                <Button type="link" aria-label={`解除在${entName}的身份`} onClick={() => askLeave(identity)}>
                  解除
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="grey">在别的单位另有账号的，可以合并到这里，以后用一个账号登录。只有你自己能合并。</p>
      <Button onClick={() => setJoining(true)}>合并另一个账号</Button>
      {joining && <JoinAccount onClose={() => setJoining(false)} />}
      {dialog}
    </section>
  )
}
