import { Form } from 'antd'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { CallError } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { ConflictDialog, type Words } from './ConflictDialog.tsx'
import { changedFields, type Conflict, mergeChanges, type Values } from './merge.ts'
import { showFaults } from './showFaults.ts'
import { useDraft } from './useDraft.tsx'

type Options<C extends Call> = {
  call: C
  /** Holds the record as it was read, with its `ver`; undefined creates. */
  record: Values | undefined
  /** Holds the initial values of a new record. */
  initial?: Values | undefined
  /** Holds what every request carries: the record's number. */
  send: Partial<z.input<C['input']>>
  /** Names what a new record is begun about, so that what was written about something else is not put into its form. */
  about?: Values | undefined
  said?: string | undefined
  words?: Words | undefined
  onDone: (result: z.output<C['output']>, version: number | undefined) => void
  /** Is called when nothing was changed, or the changes were discarded. */
  onNothing: () => void
}

/**
 * Returns the form of one record. Sends only changed fields; where somebody else changed the record meanwhile, merges and names
 * what does not overlap, and offers the rest to choose from (docs/spec/lists.md#somebody-else-changed-it). Keeps unsaved changes
 * as a draft.
 */
export function useRecord<C extends Call>({ call, record, initial, send, about, said, words, onDone, onNothing }: Options<C>) {
  const [form] = Form.useForm<Values>()
  const [base, setBase] = useState(record)
  const [conflict, setConflict] = useState<Conflict>()
  const draft = useDraft({
    path: call.path,
    contract: call.input,
    numbers: { ...(send as Values), ...about },
    form,
    start: base ?? initial ?? {},
    onOutdated: setBase,
    enabled: useMay()(call),
  })
  const sending = useSend(call, { quiet: true, ...(said && { said: () => said }) })

  const giveUp = () => {
    draft.drop()
    onNothing()
  }

  async function submit(values: Values, against = base) {
    const changes = changedFields(call.input, values, against)
    if (against && Object.keys(changes).length === 0) return giveUp()
    const input = { ...send, ...changes, ...(against && { ver: against.ver }) }
    try {
      const { result } = await sending.mutateAsync(input as z.input<C['input']>)
      draft.drop()
      onDone(result, (result as { ver?: number } | null)?.ver)
    } catch (error) {
      await refused(error as CallError, values, against)
    }
  }

  async function refused(error: CallError, values: Values, against: Values | undefined) {
    if (error.code === codes.conflict[0] && against) {
      const theirs = error.result as Values
      const met = mergeChanges(call.input, against, theirs, values)
      setBase(theirs)
      form.setFieldsValue(met.merged)
      if (met.overlaps.length > 0) return setConflict({ ...met, theirs })
      if (met.theirFields.length > 0) toast.warning(`已合并他人对${met.theirFields.join('、')}的修改`)
      return submit(met.merged, theirs)
    }
    const own = error.fields.filter(({ field }) => field in call.input.shape)
    if (own.length > 0) showFaults(form, own)
    else toast.error(error.message)
  }

  const dialog: ReactNode = conflict && (
    <ConflictDialog
      contract={call.input}
      conflict={conflict}
      words={words}
      onDiscard={giveUp}
      onMerge={(merged) => {
        setConflict(undefined)
        form.setFieldsValue(merged)
        void submit(merged, conflict.theirs)
      }}
    />
  )
  return { form, base, setBase, submit, draft, busy: sending.isPending, conflicts: conflict !== undefined, dialog }
}
