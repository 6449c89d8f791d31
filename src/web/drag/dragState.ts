import type { SyntheticEvent } from 'react'

/** Tells where something comes relative to a place. */
export type DropSpot = 'before' | 'onto' | 'after'

/** Describes what is dragged; `kind` decides which zones take it, `name` is told to screen readers. */
export type Dragged<Data = unknown> = { kind: string; name: string; data: Data }

/** Describes places that take what is dragged, each with a key of its own in the zone. */
export type Zone<Data> = {
  takes(kind: string): boolean
  /** Answers where a place takes it; none refuses it. */
  spotsOf(dragged: Dragged<Data>, key: string): readonly DropSpot[]
  /** Names a spot to screen readers. */
  nameOf(key: string, spot: DropSpot): string
  /** Tells that before and after lie left and right, not above and below. */
  isAcross?(key: string): boolean
  onDrop(dragged: Dragged<Data>, key: string, spot: DropSpot): void
}

export type Over = { zone: string; key: string; spot: DropSpot; element: Element }

/** Holds a press that may become a drag. */
export type Press = { no: number; dragged: Dragged; element: HTMLElement; event: SyntheticEvent }

type State = { press?: Press; dragged?: Dragged | undefined; over?: Over | undefined }

let state: State = {}
const listeners = new Set<() => void>()
export const dropZones = new Map<string, { current: Zone<unknown> }>()

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setDrag(change: Partial<State>) {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const dragNow = () => state
export const zoneOf = (no: string): Zone<unknown> | undefined => dropZones.get(no)?.current
