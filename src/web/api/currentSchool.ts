import type { Call } from '#contract/call.ts'

const key = 'looked-at-school'
const ofSchool = /^\/(ent\/(edcunit|rollover|stu|stuarch|ptr|stuptr)|ecb\/ptrarch)\//

/** The school that somebody from above looks at, where they have chosen one; kept as long as the browser tab. */
export const currentSchool = () => sessionStorage.getItem(key) ?? undefined

const watchers = new Set<() => void>()

/** Tells every open page when another school is looked at. */
export function watchCurrentSchool(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function chooseCurrentSchool(entNo: string) {
  sessionStorage.setItem(key, entNo)
  for (const watcher of watchers) watcher()
}

export const clearCurrentSchool = () => sessionStorage.removeItem(key)

/** The input of a call: what belongs to a school is asked of the one that is looked at. */
export function withCurrentSchool<Input>({ path }: Call, input: Input): Input {
  const entNo = ofSchool.test(path) ? currentSchool() : undefined
  return entNo ? { entNo, ...input } : input
}
