import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { useMay } from '#web/api/me.tsx'
import { type In, send } from '#web/api/send.ts'
import { usePrinting } from '#web/print/printing.ts'
import { toast } from '#web/feedback/toast.ts'

const shownSeconds = 30

export type Reveal = Call<z.ZodObject, z.ZodObject<{ value: z.ZodNullable<z.ZodString> }>>

/** Reveals a masked value for 30 s; the look is recorded. On paper it stays masked. */
export function useReveal<C extends Reveal>(call: C, input: In<C>) {
  const [clear, setClear] = useState<string | null>(null)
  const isPrinting = usePrinting()
  useEffect(() => {
    if (clear === null) return
    const timer = setTimeout(() => setClear(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [clear])
  const show = () =>
    send(call, input).then(
      ({ result }) => setClear(result.value),
      (error: Error) => toast.error(error.message),
    )
  const verb = clear === null ? '显示' : '隐藏'
  return { clear: isPrinting ? null : clear, verb, toggle: () => (clear === null ? void show() : setClear(null)) }
}

type Props<C extends Reveal> = { value: string | null; call: C; input: In<C> }

/** Draws a masked value with 显示: in clear for 30 s, for those who may see it (docs/spec/lists.md#masked-fields). */
export function Masked<C extends Reveal>({ value, call, input }: Props<C>) {
  const may = useMay()
  const { clear, verb, toggle } = useReveal(call, input)
  if (!value) return '–'
  return (
    <span className="masked">
      {clear ?? value}
      {may(call) && (
        <Button type="link" size="small" onClick={toggle}>
          {verb}
        </Button>
      )}
    </span>
  )
}
