import { codes } from '#contract/codes.ts'
import { bill } from '../bill.contract.ts'
import { queries } from '#web/api/api.ts'
import type { Designed } from './steps.tsx'
import { type CallError, type Out, buildRequest, send } from '#web/api/send.ts'

export type EditedTemplate = Out<typeof bill.gettmpl>

/** Describes a draft as the server stores it. */
type StoredTemplateDraft = {
  designed: Designed
  ver: number
  updTm: string
  state: 'saved' | 'waiting' | 'failed'
  /** Explains why it could not be saved. */
  problem?: string
  /** Tells that somebody else saved another draft meanwhile. */
  isOvertaken: boolean
}

const pause = 2000
const againAfter = 10_000

/**
 * Saves a draft two seconds after its last change, one call after another. It lives beside the screen, so that what was
 * changed last is saved also when its tab is hidden or closed.
 */
export function makeDraftSave({ tmplNo, billClmns, sets, ver, updTm }: EditedTemplate) {
  let kept: StoredTemplateDraft = { designed: { columns: billClmns, sets }, ver, updTm, state: 'saved', isOvertaken: false }
  let wanted = kept.designed
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  const tell = (changes: Partial<StoredTemplateDraft>) => {
    kept = { ...kept, ...changes }
    for (const listener of listeners) listener()
  }

  async function save() {
    const designed = wanted
    if (designed === kept.designed || kept.isOvertaken) return
    try {
      const { result } = await send(bill.savetmplclmns, {
        tmplNo,
        ver: kept.ver,
        billClmns: [...designed.columns],
        sets: designed.sets,
      })
      tell({ designed, ver: result.ver, updTm: result.updTm, state: wanted === designed ? 'saved' : 'waiting' })
      void queries.invalidateQueries({ queryKey: [bill.gettmpllist.path] })
    } catch (error) {
      const { code, message } = error as CallError
      tell({ state: 'failed', problem: message, isOvertaken: code === codes.conflict[0] })
      // Retries where no answer came.
      if (code < 0) wait(againAfter)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    line = line.then(save)
    return line
  }
  const wait = (time: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), time)
  }

  return {
    now: () => kept,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    follow(designed: Designed) {
      wanted = designed
      if (designed === kept.designed) return tell({ state: 'saved' })
      tell({ state: 'waiting' })
      wait(pause)
    },
    flush,
    isIdle: () => wanted === kept.designed,
    /** Sends unsaved changes without waiting for the answer, when the page is going away. */
    hurry() {
      if (wanted === kept.designed || kept.isOvertaken) return
      const { columns, sets: wantedSets } = wanted
      const { url, ...request } = buildRequest(bill.savetmplclmns, {
        tmplNo,
        ver: kept.ver,
        billClmns: columns,
        sets: wantedSets,
      })
      fetch(url, { ...request, keepalive: true }).catch(() => {})
    },
    /** Goes on from what the server has. */
    adopt(designed: Designed, of: { ver: number; updTm?: string }) {
      clearTimeout(timer)
      wanted = designed
      tell({ designed, ...of, state: 'saved', isOvertaken: false })
    },
    /** Saves over what somebody else saved. */
    insist(of: { ver: number }) {
      tell({ ...of, state: 'waiting', isOvertaken: false })
      return flush()
    },
  }
}
