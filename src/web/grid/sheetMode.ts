import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Call } from '#contract/call.ts'
import { keepSearch } from '#web/page/tabs.ts'
import type { ListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { useOpenedRecord } from '#web/feedback/useOpenedRecord.ts'
import { addressState } from '#web/page/addressState.ts'
import { useNarrow } from '#web/page/useMedia.ts'

const name = 'sheet'

/**
 * Returns whether a list is edited like a spreadsheet, as its address says, for those who may change its rows. A narrow window is
 * not offered it, and a telephone shows the list instead; an open sheet stays, however narrow its window becomes.
 */
function useSheetMode(call: Call) {
  const may = useMay()
  const narrow = useNarrow()
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const [isPhone, setIsPhone] = useState(() => window.matchMedia('(max-width: 599px)').matches)
  const mayEdit = may(call)
  const go = (on: boolean) => {
    setIsPhone(false)
    const next = new URLSearchParams(params)
    if (on) next.set(name, '1')
    else next.delete(name)
    const search = next.toString()
    keepSearch(pathname, search && `?${search}`)
    setParams(next, { replace: true, state: addressState() })
  }
  const isOn = mayEdit && !isPhone && params.get(name) === '1'
  return { isOffered: mayEdit && !narrow, isOn, open: () => go(true), close: () => go(false) }
}

/**
 * Returns a list of records that is a sheet too: each record opens beside it, and unsaved changes are asked about before anything
 * leaves it. `call` changes many of the records; `record` names the number of the open one in the address.
 */
export function useSheetList(call: Call, listed: ListState, record: string) {
  const { leave, ...opened } = useOpenedRecord(record)
  const sheet = useSheetMode(call)
  const list = sheet.isOn ? guardedList(listed, leave) : listed
  return { list, sheet, ...opened }
}

/** Returns a list whose filters wait until unsaved changes are saved or discarded. */
export const guardedList = (list: ListState, leave: (go: () => void) => void): ListState => ({
  ...list,
  setFilters: (changes) => leave(() => list.setFilters(changes)),
  look: (word) => leave(() => list.look(word)),
  show: (search) => leave(() => list.show(search)),
  // Keeps everything but the filters in the address.
  clear: () => leave(() => list.show('')),
})
