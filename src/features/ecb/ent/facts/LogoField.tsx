import { Landmark } from 'lucide-react'
import { upload } from '#contract/shell/upload.contract.ts'
import { wordsOf } from '#contract/words.ts'
import { useSend } from '#web/api/api.ts'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'
import { useMay } from '#web/api/me.tsx'
import { toast } from '#web/feedback/toast.ts'
import { ent } from '../ent.contract.ts'

type Props = { enterprise: { entNo: string; entName: string; idntNo: string; entLogo: string | null; ver: number } }

/** Draws the logo of an enterprise: shown, replaced, or removed; saved at once. */
export function LogoField({ enterprise: { entNo, entName, idntNo, entLogo, ver } }: Props) {
  const may = useMay()
  const { logo } = wordsOf(idntNo)
  const sending = useSend(upload.upload, { quiet: true })
  const change = useSend(ent.update, { quiet: true, said: () => `“${entName}”的${logo}已修改` })
  const save = async (file: File | null) => {
    try {
      const uploaded = file && (await sending.mutateAsync({ entNo, file }))
      await change.mutateAsync({ entNo, entLogo: uploaded?.result.fileNo ?? null, ver })
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <PictureInput
      what={logo}
      alt={`${entName}的${logo}`}
      cut={{ width: 320, height: 320, type: 'png', margins: true }}
      empty={<Landmark className="grey" aria-label={`还没有${logo}`} />}
      value={entLogo}
      busy={sending.isPending || change.isPending}
      onChange={may(ent.update) ? save : undefined}
    />
  )
}
