import { modules } from '#contract/modules.ts'
import { allCalls } from '#server/call/serve.ts'

/**
 * Lists the paths of the calls that belong to a module: those that its rights open, in whatever folder they lie (who has a role
 * belongs to the roles), and those under its own path, by which their titles name it.
 */
export function callsOfModule(mdlCode: string): string[] {
  const folder = modules.find(({ code }) => code === mdlCode)?.path
  return allCalls().flatMap(({ path, access }) => {
    const isOpened = typeof access !== 'string' && access.some((right) => right.startsWith(`${mdlCode}:`))
    return isOpened || (folder && path.startsWith(`${folder}/`)) ? [path] : []
  })
}
