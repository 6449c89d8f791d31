import { Phone } from 'lucide-react'
import { useMay } from '#web/api/me.tsx'
import { type In, send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import type { Reveal } from './Masked.tsx'

/**
 * Returns the first action on the rows of a list on a phone: it reads the number of whom `inputOf` names, which is recorded, and
 * hands it to the phone. Returns false where there is no phone, or no right to see the number; `nobody` is said where there is
 * nobody to call.
 */
export function useDial<C extends Reveal, Row>(
  call: C,
  inputOf: (row: Row) => In<C> | undefined | Promise<In<C> | undefined>,
  nobody = '没有登记手机',
) {
  const may = useMay()
  const narrow = useNarrow()
  if (!narrow || !may(call)) return false
  const dial = async (row: Row) => {
    const input = await inputOf(row)
    const value = input && (await send(call, input)).result.value
    if (value) location.href = `tel:${value}`
    else toast.warning(nobody)
  }
  return {
    label: '拨打',
    icon: <Phone />,
    act: (row: Row) => void dial(row).catch((error: Error) => toast.error(error.message)),
  }
}
