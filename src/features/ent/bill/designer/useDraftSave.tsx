import type { Column } from '#contract/form/column.ts'
import { codes } from '#contract/codes.ts'
import { bill } from '../bill.contract.ts'
import { queries } from '#web/api/api.ts'
import { type CallError, type Out, buildRequest, send } from '#web/api/send.ts'

export type EditedTemplate = Out<typeof bill.gettmpl>
type Columns = readonly Column[]

/** Describes a draft as the server stores it. */
type StoredTemplateDraft = {
  columns: Columns
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
export function makeDraftSave({ tmplNo, billClmns, ver, updTm }: EditedTemplate) {
  let kept: StoredTemplateDraft = { columns: billClmns, ver, updTm, state: 'saved', isOvertaken: false }
  let wanted: Columns = billClmns
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  const tell = (changes: Partial<StoredTemplateDraft>) => {
    kept = { ...kept, ...changes }
    for (const listener of listeners) listener()
  }

  async function save() {
    const columns = wanted
    if (columns === kept.columns || kept.isOvertaken) return
    try {
      const { result } = await send(bill.savetmplclmns, { tmplNo, ver: kept.ver, billClmns: [...columns] })
      tell({ columns, ver: result.ver, updTm: result.updTm, state: wanted === columns ? 'saved' : 'waiting' })
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
    follow(columns: Columns) {
      wanted = columns
      if (columns === kept.columns) return tell({ state: 'saved' })
      tell({ state: 'waiting' })
      wait(pause)
    },
    flush,
    isIdle: () => wanted === kept.columns,
    /** Sends unsaved changes without waiting for the answer, when the page is going away. */
    hurry() {
      if (wanted === kept.columns || kept.isOvertaken) return
      const { url, ...request } = buildRequest(bill.savetmplclmns, { tmplNo, ver: kept.ver, billClmns: wanted })
      fetch(url, { ...request, keepalive: true }).catch(() => {})
    },
    /** Goes on from what the server has. */
    adopt(columns: Columns, of: { ver: number; updTm?: string }) {
      clearTimeout(timer)
      wanted = columns
      tell({ columns, ...of, state: 'saved', isOvertaken: false })
    },
    /** Saves over what somebody else saved. */
    insist(of: { ver: number }) {
      tell({ ...of, state: 'waiting', isOvertaken: false })
      return flush()
    },
  }
}
