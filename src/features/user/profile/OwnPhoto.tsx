import { useQuery } from '@tanstack/react-query'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { photoKinds, PhotoState } from '#domain/people/photos.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { toast } from '#web/feedback/toast.ts'

const { name, cut, least } = photoKinds.card

/** Draws my ID photo: set at once by those who may, otherwise submitted, with its state. */
export function OwnPhoto() {
  const may = useMay()
  const { idntVal: empNo, imitUserNo } = useMe()
  const { data, error, refetch } = useQuery(query(user.getphoto, {}))
  const sets = may(emp.auth)
  const sending = useSend(upload.upload, { quiet: true })
  const said = () => (sets ? `我的${name}已保存` : `我的${name}已提交，等待审核`)
  const hand = useSend(emp.applyforempcardpht, { quiet: true, said })
  const save = async (file: File | null) => {
    if (!file) return
    try {
      const { result } = await sending.mutateAsync({ file })
      await hand.mutateAsync({ empNo, cardPht: result.fileNo })
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  }
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="own-photo">
      <h2 id="own-photo" className="section-title">
        我的{name}
      </h2>
      <PictureInput
        what={name}
        alt={`我的${name}`}
        cut={{ ...cut, least, type: 'jpg' }}
        required
        value={data?.cardPht ?? null}
        busy={sending.isPending || hand.isPending}
        onChange={may(emp.applyforempcardpht) && !imitUserNo ? save : undefined}
      />
      <p className="grey">正面免冠，头像居中。</p>
      {data?.stt === PhotoState.waiting && <p className="grey">新照片已提交，等待审核。</p>}
      {data?.stt === PhotoState.refused && <p className="bad-text">上次提交的照片没有通过：{data.rsn}</p>}
    </section>
  )
}
