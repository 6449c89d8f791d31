import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react'
import { PartBoundary, type Place } from './PartBoundary.tsx'
import { loadPart, onRenewal } from './parts.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export type Part<Props> = FunctionComponent<Props> & {
  /** Loads it ahead, so that it is there when the network is not. */
  prepare: () => void
}

function lazyIn<Props extends object>(load: Load<Props>, as: Place): Part<Props> {
  let failures = 0
  let isFailed = false
  let prepared: Awaited<ReturnType<Load<Props>>> | undefined
  const read = async () => {
    try {
      return prepared ?? (await loadPart(load, failures > 0))
    } catch (error) {
      failures += 1
      isFailed = true
      throw error
    }
  }
  const begin = () => lazy(read)
  let Inner = begin()
  onRenewal(() => {
    if (!isFailed) return
    isFailed = false
    Inner = begin()
  })
  function Part(props: Props) {
    const { onClose } = props as { onClose?: () => void }
    return (
      <PartBoundary as={as} onClose={onClose}>
        {() => {
          const Shown = Inner
          // Leaves what a window is opened from as it is until it comes.
          return as === 'window' ? (
            <Suspense>
              <Shown {...props} />
            </Suspense>
          ) : (
            <Shown {...props} />
          )
        }}
      </PartBoundary>
    )
  }
  // Leaves a failure to whoever shows it.
  const prepare = () =>
    void load().then(
      (module) => (prepared = module),
      () => {},
    )
  return Object.assign(Part, { prepare })
}

/** Returns a page, or what fills a part of one, that is loaded when it is first shown, and again by 重试 where that failed. */
export const lazyPage = <Props extends object>(load: Load<Props>) => lazyIn(load, 'page')

/** Returns a window that is loaded when it is first opened; one that could not be loaded can be closed like any other. */
export const lazyWindow = <Props extends { onClose: () => void }>(load: Load<Props>) => lazyIn(load, 'window')

/** Returns a piece of a form or a line that is loaded when it is first shown. */
export const lazyPiece = <Props extends object>(load: Load<Props>) => lazyIn(load, 'line')

/** Returns an ornament that is loaded when it is first shown, and left out where it does not come. */
export const lazyOrnament = <Props extends object>(load: Load<Props>) => lazyIn(load, 'ornament')
