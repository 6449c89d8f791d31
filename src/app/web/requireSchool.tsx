import type { ComponentType } from 'react'
import { useMe } from '#web/api/me.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const SchoolGate = lazyPage(() => import('./SchoolGate.tsx'))

/** Wraps a screen about one school: a user who works above schools chooses first which of them to look at. */
export function requireSchool(Screen: ComponentType) {
  return function OfOneSchool() {
    const { idntNo } = useMe()
    return idntNo === '030' ? <Screen /> : <SchoolGate Screen={Screen} />
  }
}
