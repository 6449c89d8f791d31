import { type Dragged, type Over, type DropSpot, zoneOf } from './dragState.ts'

export type Point = { x: number; y: number }

const isPlace = '[data-place]'

/** Answers where a place takes what is dragged, none if it does not. */
function spotsOf(element: Element, dragged: Dragged): { zone: string; key: string; spots: readonly DropSpot[] } {
  const { zone: zones = '', place: key = '' } = (element as HTMLElement).dataset
  const zone = zones.split(' ').find((no) => zoneOf(no)?.takes(dragged.kind)) ?? ''
  return { zone, key, spots: zoneOf(zone)?.spotsOf(dragged, key) ?? [] }
}

/** Finds the innermost place under a point that takes what is dragged. */
export function placeAt({ x, y }: Point, dragged: Dragged): Over | undefined {
  let element = document.elementFromPoint(x, y)?.closest(isPlace)
  while (element) {
    const { zone, key, spots } = spotsOf(element, dragged)
    const [first] = spots
    if (first) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const part = zoneOf(zone)?.isAcross?.(key) ? (x - left) / width : (y - top) / height
      return { zone, key, spot: spots.length === 1 ? first : spotAt(part, spots), element }
    }
    element = element.parentElement?.closest(isPlace)
  }
  return undefined
}

// Chooses the gap between two places near an edge, and the place itself in the middle, where both can be.
function spotAt(part: number, spots: readonly DropSpot[]): DropSpot {
  const edge = spots.includes('onto') ? 0.25 : 0.5
  const spot = part < edge ? 'before' : part >= 1 - edge ? 'after' : 'onto'
  return spots.includes(spot) ? spot : 'onto'
}

// Puts what holds other places behind them: there is its own room.
function byReading(one: Element, other: Element): number {
  if (one.contains(other)) return 1
  if (other.contains(one)) return -1
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/** Lists every place on the page that takes what is dragged, in the order of reading. */
export const allPlaces = (dragged: Dragged): Over[] =>
  [...document.querySelectorAll(isPlace)]
    .filter((element) => element.checkVisibility())
    .toSorted(byReading)
    .flatMap((element) => {
      const { zone, key, spots } = spotsOf(element, dragged)
      return spots.map((spot) => ({ zone, key, spot, element }))
    })

/** Finds the place that a key leads to: from the present one, otherwise from where the element stands that was taken up. */
export function nextPlace(places: readonly Over[], now: Over | undefined, from: HTMLElement, by: 1 | -1): Over | undefined {
  const isAt = ({ element }: Over) => element.contains(from) || from.contains(element)
  const at = places.findIndex((place) => isSame(place, now))
  if (at >= 0) return places[at + by] ?? places[at]
  const isBefore = ({ element }: Over) => (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const last = places.findLastIndex((place) => isAt(place) || isBefore(place))
  const own = places[last]
  if (by < 0) return places[own && isAt(own) ? last - 1 : last]
  return places[last + 1] ?? places[0]
}

export const isSame = (one: Over | undefined, other: Over | undefined) =>
  one?.zone === other?.zone && one?.key === other?.key && one?.spot === other?.spot

export const dropPlaceName = ({ zone, key, spot }: Over) => zoneOf(zone)?.nameOf(key, spot) ?? ''

/** Carries out a drop. */
export const dropAt = ({ zone, key, spot }: Over, dragged: Dragged) => zoneOf(zone)?.onDrop(dragged, key, spot)
