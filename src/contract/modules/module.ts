import type { Action } from '../access.ts'

export type Module = {
  code: string
  parent?: string
  name: string
  icon: string
  /** Says of a group that it is one entry of the menu, whose modules are tabs in the head of each of their pages. */
  isSection?: true
  path?: string
  /** Names the page of the manual whose section about it help opens. */
  help?: string
  /** Lists the actions that can be permitted on it; becomes its `func`. */
  actions: readonly Action[]
  /** Names the row of the default rights (docs/spec/rights.md#default-roles) that its default roles follow. */
  area?:
    | 'units'
    | 'students'
    | 'yearEnd'
    | 'people'
    | 'photos'
    | 'roles'
    | 'records'
    | 'history'
    | 'enterprises'
    | 'ownEnterprise'
    | 'ownLists'
    | 'ownArchive'
    | 'given'
    | 'catalogue'
    | 'publicRoles'
    | 'accounts'
    | 'forms'
    | 'messages'
    | 'approvals'
    | 'flows'
    | 'writebacks'
    | 'leaves'
    | 'channels'
    | 'meetings'
    | 'visits'
    | 'portals'
    | 'classes'
  /** Lists the identities whose enterprises are given it (all six without this), each with the actions it may at most use. */
  given?: Partial<Record<string, readonly Action[] | 'all'>>
}

/** Describes what belongs to the whole platform: its operators change it, administrators look at it, but for those of schools. */
export const platformWide: Module['given'] = {
  '060': 'all',
  '010': ['view'],
  '020': ['view'],
  '040': ['view'],
  '050': ['view'],
}

/** Describes what is maintained for an enterprise from above, and what of it the enterprise may change itself. */
export const maintainedFromAbove: Module['given'] = {
  '060': 'all',
  '010': ['edit', 'view'],
  '020': ['view'],
  '030': ['edit', 'view'],
  '040': ['add', 'view'],
  '050': ['edit', 'view'],
}
