import type { ColumnChoice } from '../columns/columnChoice.ts'

/**
 * Describes a saved view: filters, page size and columns under a name; never the keyword
 * (docs/spec/personal-data.md#in-the-browser).
 */
export type SavedView = { name: string; search: string; columns: ColumnChoice }

/** Describes the views of one list. `preset` opens with the list; `own` are the columns as they are without a view. */
export type Views = { list: SavedView[]; preset?: string | undefined; own?: ColumnChoice | undefined }

export const longestName = 20
export const mostViews = 20

const sorted = (search: string) => {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}

/** Tells whether two states of a list show the same. */
const same = (one: Omit<SavedView, 'name'>, other: Omit<SavedView, 'name'>) =>
  sorted(one.search) === sorted(other.search) && JSON.stringify(one.columns) === JSON.stringify(other.columns)

/** Returns the view that the list shows now, unchanged; undefined for none. */
export const viewOf = ({ list }: Views, now: Omit<SavedView, 'name'>) => list.find((view) => same(view, now))

/** Returns why a view cannot have that name; undefined where it can. */
export function wrongName({ list }: Views, name: string, before?: string): string | undefined {
  if (name === '') return '请输入视图名称'
  if (name !== before && list.some((view) => view.name === name)) return `已有视图“${name}”`
  return undefined
}

/** Keeps what is shown now under a name, in place of what was kept under it. */
export const withView = (views: Views, view: SavedView): Views => ({
  ...views,
  list: views.list.some(({ name }) => name === view.name)
    ? views.list.map((one) => (one.name === view.name ? view : one))
    : [...views.list, view],
})

export const renameView = (views: Views, before: string, name: string): Views => ({
  ...views,
  list: views.list.map((one) => (one.name === before ? { ...one, name } : one)),
  preset: views.preset === before ? name : views.preset,
})

export const removeView = (views: Views, name: string): Views => ({
  ...views,
  list: views.list.filter((one) => one.name !== name),
  preset: views.preset === name ? undefined : views.preset,
})

/** Returns the user's own columns, stored while a view with others is shown. */
export const ownColumns = (views: Views, columns: ColumnChoice) =>
  views.list.some((view) => JSON.stringify(view.columns) === JSON.stringify(columns)) ? views.own : columns
