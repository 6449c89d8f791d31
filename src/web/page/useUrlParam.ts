import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { addressState } from './addressState.ts'
import { keepSearch } from './tabs.ts'

/**
 * Does once what an address asks of its page (`?new=1` opens its form), and takes it out of the address:
 * the rest of it stays. A tab that is open already is asked in the same way.
 */
export function useUrlParam(name: string, act: (value: string) => void) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const asked = params.get(name)
  const answer = useEffectEvent((value: string) => {
    const next = new URLSearchParams(params)
    next.delete(name)
    const search = next.toString()
    keepSearch(pathname, search && `?${search}`)
    if (location.pathname === pathname) setParams(next, { replace: true, state: addressState() })
    act(value)
  })
  useEffect(() => {
    if (asked !== null) answer(asked)
  }, [asked])
}
