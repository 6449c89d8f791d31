import type { Call } from '#contract/call.ts'

export const schoolKey = 'looked-at-school'
const ofSchool = /^\/(ent\/(edcunit|rollover|stu|stuarch|ptr|stuptr)|ecb\/ptrarch)\//

/** Returns the school that somebody from above looks at, undefined where none is chosen; kept as long as the browser tab. */
export const currentSchool = () => sessionStorage.getItem(schoolKey) ?? undefined

const watchers = new Set<() => void>()

/** Tells every open page when another school is looked at. */
export function watchCurrentSchool(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function chooseCurrentSchool(entNo: string) {
  sessionStorage.setItem(schoolKey, entNo)
  for (const watcher of watchers) watcher()
}

export const clearCurrentSchool = () => sessionStorage.removeItem(schoolKey)

/** Adds the current school to the input of calls on what belongs to a school. */
export function withCurrentSchool<Input>({ path }: Call, input: Input): Input {
  const entNo = ofSchool.test(path) ? currentSchool() : undefined
  return entNo ? { entNo, ...input } : input
}
