import { useState } from 'react'
import { upload } from '#contract/shell/upload.contract.ts'
import { useSend } from '#web/api/api.ts'
import { toast } from '#web/feedback/toast.ts'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'

type Props = { entNo: string; id?: string; value?: string | null; onChange?: (fileNo: string | null) => void }

/** Draws the picture of an account, sent as soon as it is cut out; its value is a link to the one in use, or a new file's number. */
export function LogoInput({ entNo, id, value, onChange }: Props) {
  const sending = useSend(upload.upload, { quiet: true })
  const [picture, setPicture] = useState<File>()
  const choose = async (made: File | null) => {
    try {
      const sent = made && (await sending.mutateAsync({ entNo, file: made }))
      setPicture(made ?? undefined)
      onChange?.(sent?.result.fileNo ?? null)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const inUse = value?.startsWith('/') ? value : null
  return (
    <PictureInput
      {...(id && { id })}
      what="图片"
      alt="账户的图片"
      cut={{ width: 320, height: 320, type: 'png', margins: true }}
      busy={sending.isPending}
      value={value ? (picture ?? inUse) : null}
      onChange={(made) => void choose(made)}
    />
  )
}
