import { useEffect, useEffectEvent, useMemo, useReducer, useState, useSyncExternalStore } from 'react'
import type { OfferedPart } from '#contract/form/offeredParts.ts'
import type { Column, FormSettings } from '#contract/form/column.ts'
import { isEqualDesign, formFaults } from '#contract/form/faults.ts'
import { useUnsaved } from '#web/page/unsaved.ts'
import { type ColumnChanges, makeColumn, copyOf, insertAt, moveTo, withChanges, removeColumn } from './edits.tsx'
import { makeDraftSave, type EditedTemplate } from './useDraftSave.tsx'
import { type Designed, type DesignStep, firstStep, nextStep } from './steps.tsx'

export type Design = ReturnType<typeof useDesign>

/** Returns a form while it is designed: its fields, the chosen one, the actions, and its draft. */
export function useDesign(template: EditedTemplate, isOpen: boolean) {
  const [keeper] = useState(() => makeDraftSave(template))
  const kept = useSyncExternalStore(keeper.subscribe, keeper.now)
  const [steps, turn] = useReducer(nextStep, designedOf(template), firstStep)
  const [chosenNo, setChosen] = useState<string>()
  const [addedNo, setAdded] = useState<string>()
  const [said, setSaid] = useState('')
  const { columns, sets } = steps.now
  const published = template.pubClmns ?? []
  const faults = useMemo(() => formFaults(columns, template.typeNo), [columns, template.typeNo])
  useUnsaved(kept.state === 'failed')

  const go = (step: DesignStep) => {
    if (!isOpen) return
    const next = nextStep(steps, step).now
    turn(step)
    setSaid(placeSaid(chosenNo, columns, next.columns))
    keeper.follow(next)
  }
  /** Undoes or does a step again, and chooses a field that came back by it. */
  const stepTo = (kind: 'undo' | 'redo') => {
    const next = nextStep(steps, { kind }).now
    go({ kind })
    const back = next.columns.find(({ clmnNo }) => !columns.some((column) => column.clmnNo === clmnNo))
    if (back && isOpen) choose(back.clmnNo)
  }
  const set = (next: readonly Column[], what?: string) => go({ kind: 'set', designed: { columns: next, sets }, what })
  const choose = (clmnNo: string | undefined) => {
    setChosen(clmnNo)
    setAdded(undefined)
  }
  const at = columns.findIndex(({ clmnNo }) => clmnNo === chosenNo)
  const chosen = columns[at]

  const start = (next: Designed, of: { ver: number; updTm?: string }) => {
    turn({ kind: 'reset', designed: next })
    keeper.adopt(next, of)
  }
  // Takes over what was changed or undone elsewhere while nothing is waiting here.
  const catchUp = useEffectEvent(() => {
    const { ver, updTm } = template
    if (ver <= kept.ver || !keeper.isIdle()) return
    const theirs = designedOf(template)
    if (isEqualDesign(theirs, steps.now)) keeper.adopt(steps.now, { ver, updTm })
    else start(theirs, { ver, updTm })
  })
  useEffect(() => catchUp(), [template])
  useEffect(() => {
    window.addEventListener('pagehide', keeper.hurry)
    return () => window.removeEventListener('pagehide', keeper.hurry)
  }, [keeper])

  const put = (column: Column, place: number) => {
    set(insertAt(columns, place, column))
    choose(column.clmnNo)
  }
  return {
    template,
    columns,
    sets,
    published,
    faults,
    kept,
    keeper,
    chosen,
    addedNo,
    /** Holds what a screen reader says of the last step. */
    said,
    isOpen,
    choose,
    start,
    replace: (next: Designed) => go({ kind: 'set', designed: next }),
    setSettings: (changes: Partial<FormSettings>) => go({ kind: 'set', designed: { columns, sets: { ...sets, ...changes } } }),
    /** Adds a new field: where it is dropped, or below the chosen one. */
    add(part: OfferedPart, place = at < 0 ? columns.length : at + 1) {
      const column = makeColumn(part, columns, published)
      put(column, place)
      setAdded(column.clmnNo)
    },
    change: (clmnNo: string, changes: ColumnChanges) =>
      set(withChanges(columns, clmnNo, changes), `${clmnNo} ${Object.keys(changes).join()}`),
    move(clmnNo: string, to: number) {
      const from = columns.findIndex((column) => column.clmnNo === clmnNo)
      if (from < 0 || to < 0 || to > columns.length || to === from || to === from + 1) return
      set(moveTo(columns, from, to))
    },
    duplicate: (column: Column) =>
      put(copyOf(column, columns, published), columns.findIndex(({ clmnNo }) => clmnNo === column.clmnNo) + 1),
    remove(column: Column) {
      if (column.fldCode !== null) return
      const place = columns.indexOf(column)
      set(removeColumn(columns, column.clmnNo))
      choose((columns[place + 1] ?? columns[place - 1])?.clmnNo)
    },
    undo: steps.past.length > 0 && isOpen ? () => stepTo('undo') : undefined,
    redo: steps.future.length > 0 && isOpen ? () => stepTo('redo') : undefined,
    /** Tells whether the design differs from the published version. */
    isChanged:
      template.verNo === null || !isEqualDesign(columns, published) || !isEqualDesign(sets, template.pubSets ?? template.sets),
  }
}

/** Says where the chosen field has moved to; nothing where it stayed. */
function placeSaid(clmnNo: string | undefined, before: readonly Column[], after: readonly Column[]): string {
  const [from, to] = [before, after].map((columns) => columns.findIndex((column) => column.clmnNo === clmnNo))
  if (before.length !== after.length || from === undefined || to === undefined || from === to || to < 0) return ''
  return `移到第 ${to + 1} 项`
}

/** Returns what is designed of a template. */
export const designedOf = ({ billClmns, sets }: EditedTemplate): Designed => ({ columns: billClmns, sets })
