import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { ColumnChoice } from '../columns/columnChoice.ts'
import type { ListState } from '../listState.ts'
import { useMe } from '#web/api/me.tsx'
import { usePreference } from '#web/api/preference.ts'
import { ownColumns, renameView, type SavedView, type Views, viewOf, removeView, withView, wrongName } from './savedViews.ts'

const none: Views = { list: [] }

/** Returns the saved views of a list, stored per user and enterprise: their filters name its records. */
export function useViews(
  { path }: Call,
  list: ListState,
  columns: ColumnChoice,
  setColumns: (columns: ColumnChoice | undefined) => void,
) {
  const { entNo } = useMe()
  const [views, setViews] = usePreference<Views>(`views ${entNo} ${path}`, none)
  const now = { search: list.search, columns }
  const show = (view: SavedView | undefined) => {
    const own = ownColumns(views, columns)
    setColumns(view ? view.columns : own)
    list.show(view?.search ?? '')
    if (view) setViews({ ...views, own })
  }
  // Opens the preset view with the list, unless the address asks for something.
  const preset = views.list.find(({ name }) => name === views.preset)
  const [opening, setOpening] = useState(list.isBare && preset !== undefined)
  const due = useRef(opening)
  const open = useEffectEvent(() => {
    if (due.current) show(preset)
    due.current = false
  })
  useEffect(() => open(), [])
  if (opening && (!list.isBare || !preset?.search)) setOpening(false)
  return {
    list: views.list,
    shown: viewOf(views, now)?.name,
    /** Delays the first read until the view is there. */
    opening,
    show,
    isPreset: (name: string) => name === views.preset,
    wrong: (name: string, before?: string) => wrongName(views, name, before),
    keep: (name: string) => setViews(withView(views, { name, ...now })),
    rename: (before: string, name: string) => setViews(renameView(views, before, name)),
    remove: (name: string) => setViews(removeView(views, name)),
    setPreset: (name: string | undefined) => setViews({ ...views, preset: name }),
  }
}
