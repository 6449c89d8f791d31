import { Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod'
import { draft } from '#contract/shell/draft.contract.ts'
import { useMe } from '#web/api/me.tsx'
import { untilOnline } from '#web/api/connection.ts'
import { CallError, send } from '#web/api/send.ts'
import { useUnsavedMark } from '#web/page/unsaved.ts'
import { draftName, draftOf, isOutdated, type KeptDraft, readDraft, stillChanges } from './draft.ts'
import { DraftLine } from './DraftLine.tsx'
import { changedFields, type Values } from './merge.ts'

const pause = 1000

const isLost = (error: unknown) => error instanceof CallError && error.code < 0

type Options = {
  path: string
  contract: z.ZodObject
  /** Identifies the record by its numbers. */
  numbers: Values
  form: FormInstance
  /** Holds the values of the form when nothing is changed. */
  start: Values
  /** Receives the former fields of a draft of an older version, so that saving finds the conflict. */
  onOutdated?: (start: Values) => void
  /** Turns drafts off for those who may not save. */
  enabled?: boolean
}

export type FormDraft = {
  /** Compares by value: the form forgets what was touched while the tab is hidden. */
  isDirty: () => boolean
  /** Deletes the draft, after saving or discarding. */
  drop: () => void
  /** Says above the fields what was filled in; `onGiveUp` puts the form back. */
  line: (onGiveUp: () => void) => ReactNode
}

/**
 * Keeps what is typed into a form and not saved (docs/spec/personal-data.md#in-the-browser): one second after the last change the
 * server has it, and the form is filled with it when it opens again. All this is silent: where it fails, the tab stays marked as
 * unsaved.
 */
export function useDraft({ path, contract, numbers, form, start, onOutdated, enabled = true }: Options): FormDraft {
  const me = useMe()
  const mark = useUnsavedMark()
  const known = draftName(path, numbers)
  const name = enabled && !me.imitUserNo ? known : undefined
  const [restored, setRestored] = useState<{ at: string; isOld: boolean }>()
  // Counts how often the network came back after it had lost a draft, which is then sent again.
  const [returns, setReturns] = useState(0)
  const asked = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Holds what the server stores, as far as is known here.
  const kept = useRef<{ text: string; safe: boolean }>(undefined)
  // Sends one call after another, or an older draft could come last.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const next = <T,>(work: () => Promise<T>) => {
    const done = line.current.then(work)
    line.current = done.catch(() => {})
    return done
  }
  const now = (): Values => form.getFieldsValue(true) as Values
  const isDirty = () => Object.keys(changedFields(contract, now(), start)).length > 0

  const remove = () => {
    clearTimeout(timer.current)
    if (!kept.current || !name) return
    kept.current = undefined
    // Deletes it when the network is back, unless there is a newer one: what was given up never comes again.
    const forget = (): Promise<unknown> =>
      next(async () => kept.current || send(draft.delete, { name })).catch((error) => isLost(error) && untilOnline().then(forget))
    forget().catch(() => {})
  }
  const drop = () => {
    mark(false)
    setRestored(undefined)
    remove()
  }

  const keep = useEffectEvent(() => {
    const content = draftOf(contract, now(), start)
    if (!content || !name) return remove()
    const text = JSON.stringify(content)
    if (kept.current?.safe && kept.current.text === text) return mark(true, true, drop)
    const mine = { text, safe: false }
    kept.current = mine
    const sent = next(() => send(draft.set, { name, val: text }))
    sent.then(
      () => {
        mine.safe = true
        if (kept.current === mine) mark(true, true, drop)
      },
      (error) => {
        if (isLost(error)) void untilOnline().then(() => setReturns((count) => count + 1))
      },
    )
  })

  const restore = useEffectEvent((content: KeptDraft, text: string, at: string) => {
    kept.current = { text, safe: true }
    const changes = stillChanges(contract, content, start, now())
    if (Object.keys(changes).length === 0) return remove()
    const isOld = isOutdated(content, start)
    if (isOld && content.ver !== null) onOutdated?.({ ...start, ...content.before, ver: content.ver })
    form.setFieldsValue(changes)
    setRestored({ at, isOld })
  })

  const open = useEffectEvent(async () => {
    if (!name || asked.current === name) return
    asked.current = name
    const { result } = await next(() => send(draft.get, { name }))
    const content = result && readDraft(result.val)
    if (content && asked.current === name) restore(content, result.val, result.updTm)
  })
  useEffect(() => {
    open().catch(() => {})
  }, [name])

  const follow = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (!isDirty()) {
      mark(false)
      return remove()
    }
    mark(true, kept.current?.safe && kept.current.text === JSON.stringify(draftOf(contract, now(), start)), drop)
    timer.current = setTimeout(keep, pause)
  })
  const shown = JSON.stringify([Form.useWatch([], { form, preserve: true }), start])
  useEffect(() => follow(), [shown, returns])

  return {
    isDirty,
    drop,
    line: (onGiveUp) =>
      restored &&
      isDirty() && (
        <DraftLine
          {...restored}
          onGiveUp={() => {
            drop()
            onGiveUp()
          }}
        />
      ),
  }
}
