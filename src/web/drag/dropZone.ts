import { type HTMLAttributes, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { type Dragged, dragNow, subscribe, type Zone, dropZones } from './dragState.ts'

/** Makes an element a place of two zones, under one key. */
export const placeInBoth = (one: PlaceProps, other: PlaceProps) => ({
  ...one,
  'data-zone': `${one['data-zone']} ${other['data-zone']}`,
})

type PlaceProps = HTMLAttributes<HTMLElement> & { 'data-zone': string; 'data-place': string }

function draggedIn(zone: Zone<unknown>) {
  const { dragged } = dragNow()
  return dragged && zone.takes(dragged.kind) ? dragged : undefined
}

function overIn(no: string) {
  const { over } = dragNow()
  return over?.zone === no ? over : undefined
}

/** Opens a zone of places; its owner is drawn anew when something that it takes is dragged over it. */
export function useDropZone<Data>(zone: Zone<Data>) {
  const no = useId()
  const latest = useRef<Zone<unknown>>(zone as Zone<unknown>)
  useEffect(() => {
    latest.current = zone as Zone<unknown>
  })
  useEffect(() => {
    dropZones.set(no, latest)
    return () => void dropZones.delete(no)
  }, [no])
  const dragged = useSyncExternalStore(subscribe, () => draggedIn(latest.current)) as Dragged<Data> | undefined
  const over = useSyncExternalStore(subscribe, () => overIn(no))
  const placeProps = (key: string): PlaceProps => ({ 'data-zone': no, 'data-place': key })
  return { dragged, over, placeProps }
}
