import { actionNames, actions, type Right } from '#contract/access.ts'
import type { ReactNode } from 'react'

export type MatrixProps = {
  /** Names the subject of the matrix for screen readers. */
  label: string
  modules: readonly MatrixModule[]
  granted: ReadonlySet<Right>
  /** Lists the cells that differ from what is stored. */
  changed?: ReadonlySet<Right>
  /** Receives the pressed rights: of a cell, or all of a row, column or branch. Without it the matrix is only read. */
  onToggle?: ((rights: Right[]) => void) | undefined
  /** Marks in place of boxes; only single cells are pressed then. */
  markOf?: ((right: Right) => Mark) | undefined
}

/** Describes what a cell shows in place of a box, and its text for screen readers. */
export type Mark = { content: ReactNode; says: string }

/** Marks whether a right is held, where it is only read. */
export const heldMark = (isHeld: boolean): Mark => (isHeld ? { content: '✓', says: '有' } : { content: '–', says: '无' })

/** Describes a module in the matrix; `func` are the actions it has. */
export type MatrixModule = { mdlCode: string; name: string; func: string; items: MatrixModule[] }

/** Describes a row of the matrix: a module, its depth, its own rights by action, and all of its branch. */
export type MatrixRow = {
  mdlCode: string
  name: string
  level: number
  isBranch: boolean
  own: ReadonlySet<string>
  branch: Right[]
}

export type MatrixColumn = { pwrNo: string; name: string }

const codesOf = ({ func }: MatrixModule) => func.split(',').filter(Boolean)

const names = new Map<string, string>(
  Object.entries(actions).map(([action, code]) => [code, actionNames[action as keyof typeof actionNames]]),
)

/** Returns the name of an action; its code for one that the platform added later. */
export const actionName = (pwrNo: string) => names.get(pwrNo) ?? pwrNo

/** Lists the rows of a tree of modules from top to bottom. */
export function matrixRows(modules: readonly MatrixModule[], level = 1): MatrixRow[] {
  return modules.flatMap((module) => {
    const below = matrixRows(module.items, level + 1)
    const own = codesOf(module)
    const { mdlCode, name } = module
    const rights = own.map((pwrNo): Right => `${mdlCode}:${pwrNo}`)
    const branch = [...rights, ...below.filter((row) => row.level === level + 1).flatMap((row) => row.branch)]
    return [{ mdlCode, name, level, isBranch: module.items.length > 0, own: new Set(own), branch }, ...below]
  })
}

/** Lists the actions that occur, in the order of their codes. */
export const matrixColumns = (rows: readonly MatrixRow[]): MatrixColumn[] =>
  [...new Set(rows.flatMap(({ own }) => [...own]))].sort().map((pwrNo) => ({ pwrNo, name: actionName(pwrNo) }))

/** Describes a place in the matrix: row -1 are the ticks of the columns, column -1 those of the rows. */
export type MatrixPlace = { row: number; column: number }

const steps: Record<string, MatrixPlace> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

type Grid = { isThere: (place: MatrixPlace) => boolean; rows: number; columns: number }

/**
 * Returns where a key leads: an arrow to the next occupied place in its direction, Home and End to the ends of the row, with Ctrl
 * to those of the matrix; undefined where there is none.
 */
export function placeAfter(key: string, from: MatrixPlace, grid: Grid, withCtrl = false): MatrixPlace | undefined {
  if (key === 'Home' || key === 'End') {
    const places = withCtrl ? range(grid.rows).flatMap((row) => placesOf(row, grid)) : placesOf(from.row, grid)
    return key === 'Home' ? places.find(grid.isThere) : places.findLast(grid.isThere)
  }
  const step = steps[key]
  if (!step) return undefined
  for (let to = add(from, step); isWithin(to, grid); to = add(to, step)) if (grid.isThere(to)) return to
  return undefined
}

// Counts from -1, where the ticks of whole rows and columns stand.
const range = (length: number) => Array.from({ length: length + 1 }, (_, i) => i - 1)
const placesOf = (row: number, { columns }: Grid): MatrixPlace[] => range(columns).map((column) => ({ row, column }))
const isWithin = ({ row, column }: MatrixPlace, { rows, columns }: Grid) =>
  row >= -1 && row < rows && column >= -1 && column < columns

const add = (one: MatrixPlace, other: MatrixPlace): MatrixPlace => ({
  row: one.row + other.row,
  column: one.column + other.column,
})
