import { useEffect, useRef } from 'react'
import { user } from '#contract/shell/user.contract.ts'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { queries } from '#web/api/api.ts'

/** Reads the menu and the rights of the user again whenever the modules of a screen have changed, also by being taken back. */
export function useMenuFollows(modules: unknown) {
  const seen = useRef(modules)
  useEffect(() => {
    const isFirst = seen.current === undefined
    if (seen.current === modules) return
    seen.current = modules
    if (isFirst) return
    for (const { path } of [userMdl.get, user.get]) void queries.invalidateQueries({ queryKey: [path] })
  }, [modules])
}
