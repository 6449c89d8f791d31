import { useState } from 'react'
import { upload } from '#contract/shell/upload.contract.ts'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'

type Props = {
  id?: string
  value?: string | null
  onChange?: (fileNo: string | null) => void
  /** Holds a link to the cover in use; null for none. */
  url: string | null
}

const cut = { type: 'jpg', width: 1280, height: 720, least: { width: 640, height: 360 } } as const

/** Draws the cover of an activity, sent as soon as it is cut out. */
export function CoverInput({ id, value, onChange, url }: Props) {
  const [busy, setBusy] = useState(false)
  const [picture, setPicture] = useState<File>()
  const choose = async (made: File | null) => {
    if (!made) {
      setPicture(undefined)
      return onChange?.(null)
    }
    setBusy(true)
    try {
      const { result } = await send(upload.upload, { file: made })
      setPicture(made)
      onChange?.(result.fileNo)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <PictureInput
      {...(id && { id })}
      what="封面"
      alt="活动的封面"
      cut={cut}
      busy={busy}
      value={value ? (picture ?? url) : null}
      onChange={(made) => void choose(made)}
    />
  )
}
