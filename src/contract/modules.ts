import type { Action } from './access.ts'
import { catalogueModules } from './modules/catalogue.ts'
import { enterpriseModules } from './modules/enterprise.ts'
import { officeModules } from './modules/office.ts'
import { recordsModules } from './modules/records.ts'
import { rightsModules } from './modules/rights.ts'
import { schoolModules } from './modules/school.ts'
import { staffModules } from './modules/staff.ts'
import type { Module } from './modules/module.ts'

export type { Module } from './modules/module.ts'

/**
 * Lists every built-in module, in menu order; seeds the module tree of terminal type 001. One without a screen is not in the
 * menu.
 */
export const modules: readonly Module[] = [
  ...schoolModules,
  ...staffModules,
  ...officeModules,
  ...enterpriseModules,
  ...rightsModules,
  ...catalogueModules,
  ...recordsModules,
]

/** Lists what an enterprise of an identity is given: modules with the actions it may at most use (null: all of them). */
export const givenModules = (idntNo: string): { code: string; actions: readonly Action[] | null }[] =>
  modules.flatMap(({ code, given }) => {
    const limit = given ? given[idntNo] : 'all'
    return limit ? [{ code, actions: limit === 'all' ? null : limit }] : []
  })

/** Names the terminal type of the web menu (docs/spec/modules.md#fields). */
export const webTerminal = '001'
