import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePlaceInHead } from './usePlaceInHead.ts'

/** Puts the acts of a page at the end of its head, from wherever in the page they are drawn; where there is no head they stay. */
export function HeadActs({ children }: { children: ReactNode }) {
  const [head, find] = usePlaceInHead()
  return (
    <>
      <span ref={find} hidden />
      {head ? createPortal(children, head.acts) : children}
    </>
  )
}
