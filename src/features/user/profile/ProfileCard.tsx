import { UserRound } from 'lucide-react'
import { metaOf } from '#contract/explain.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { SessionUser } from '#contract/sessionUser.ts'
import { user } from '#contract/shell/user.contract.ts'
import { useSend } from '#web/api/api.ts'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'
import { useMe } from '#web/api/me.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { toast } from '#web/feedback/toast.ts'
import { LoginPhone } from './LoginPhone.tsx'
import { NickName } from './NickName.tsx'

const facts = ['no', 'name', 'authTel', 'idntName', 'idntValName', 'entNo', 'entName'] as const
const labels: Partial<Record<string, string>> = { idntValName: '姓名' }

type Props = { avatar: string | null; authTel: string | null; telFlag: string }

/** Draws the signed-in user: picture and nickname, which they change themselves, and what is only shown. */
export function ProfileCard({ avatar, authTel, telFlag }: Props) {
  const me = useMe()
  const sending = useSend(upload.upload, { quiet: true })
  const change = useSend(user.updateavatar, { quiet: true, said: () => '头像已修改' })
  const save = async (file: File | null) => {
    try {
      const uploaded = file && (await sending.mutateAsync({ file }))
      await change.mutateAsync({ avatar: uploaded?.result.fileNo ?? null })
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <section className="profile-card" aria-label="我">
      <PictureInput
        what="头像"
        alt={`${me.nickName}的头像`}
        cut={{ width: 256, height: 256, type: 'jpg', round: true }}
        empty={<UserRound className="grey" aria-label="还没有头像" />}
        value={avatar}
        busy={sending.isPending || change.isPending}
        onChange={me.imitUserNo ? undefined : save}
      />
      <NickName />
      <FactList
        items={[
          ...facts.map(
            (fact) =>
              [
                labels[fact] ?? metaOf(SessionUser.shape[fact]).title,
                fact === 'authTel' ? <LoginPhone key={fact} authTel={authTel} telFlag={telFlag} /> : (me[fact] ?? '–'),
              ] as const,
          ),
          ['角色', me.roleslist.map(({ roleName }) => roleName).join('、') || '–'],
        ]}
      />
    </section>
  )
}
