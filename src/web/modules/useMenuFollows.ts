import { useEffect, useRef } from 'react'
import { user } from '#features/user/user/user.contract.ts'
import { userMdl } from '#features/user/mdl/mdl.contract.ts'
import { queries } from '../api.ts'

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
