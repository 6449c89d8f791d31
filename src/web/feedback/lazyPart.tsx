import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react'
import { PartBoundary, type Place } from './PartBoundary.tsx'
import { loadPart, onRenewal } from './parts.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export type Part<Props> = FunctionComponent<Props> & {
  /**
   * Loads it ahead: so it is there when the network is not, and is drawn at once, where React would keep what stands for it for
   * 0.3 seconds. A failure is left to whoever shows it.
   */
  prepare: () => Promise<void>
  /** Tells whether it has been loaded ahead. */
  isReady: () => boolean
}

/** Loads a part as often as it takes, and remembers it. */
function loaderOf<Props>(load: Load<Props>) {
  let ready: Awaited<ReturnType<Load<Props>>> | undefined
  let failures = 0
  return {
    ready: () => ready?.default,
    read: async () => {
      try {
        return (ready ??= await loadPart(load, failures > 0))
      } catch (error) {
        failures += 1
        throw error
      }
    },
    prepare: async () => {
      ready ??= await load().catch(() => undefined)
    },
    isReady: () => ready !== undefined,
  }
}

function lazyIn<Props extends object>(load: Load<Props>, as: Place): Part<Props> {
  const { ready, read, prepare, isReady } = loaderOf(load)
  let isFailed = false
  let isBegun = false
  const begin = () =>
    lazy(() => {
      isBegun = true
      return read().catch((error: unknown) => {
        isFailed = true
        throw error
      })
    })
  let Inner = begin()
  onRenewal(() => {
    if (!isFailed) return
    isFailed = false
    Inner = begin()
  })
  function Part(props: Props) {
    return (
      <PartBoundary as={as}>
        {() => {
          // Keeps to the one of the two that it was drawn as first, or its state would be lost.
          const Shown = isBegun ? Inner : (ready() ?? Inner)
          return <Shown {...props} />
        }}
      </PartBoundary>
    )
  }
  return Object.assign(Part, { prepare, isReady })
}

/** Returns a page, or what fills a part of one, that is loaded when it is first shown, and again by 重试 where that failed. */
export const lazyPage = <Props extends object>(load: Load<Props>) => lazyIn(load, 'page')

/** Returns a piece of a form or a line that is loaded when it is first shown. */
export const lazyPiece = <Props extends object>(load: Load<Props>) => lazyIn(load, 'line')

/** Returns an ornament that is loaded when it is first shown, and left out where it does not come. */
export const lazyOrnament = <Props extends object>(load: Load<Props>) => lazyIn(load, 'ornament')

/**
 * Returns a window that is loaded when it is first opened; one that could not be loaded can be closed like any other. Nothing stands
 * for it until then, so it does without the waiting of React.
 */
export function lazyWindow<Props extends { onClose: () => void }>(load: Load<Props>): Part<Props> {
  const { ready, read, prepare, isReady } = loaderOf(load)
  function Opened(props: Props) {
    const [Shown, setShown] = useState(() => ready())
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (!Shown)
        read().then(
          (module) => setShown(() => module.default),
          (error: unknown) => setFailure({ error }),
        )
    }, [Shown])
    if (failure) throw failure.error
    return Shown ? <Shown {...props} /> : null
  }
  const Part = (props: Props) => (
    <PartBoundary as="window" onClose={props.onClose}>
      {() => <Opened {...props} />}
    </PartBoundary>
  )
  return Object.assign(Part, { prepare, isReady })
}

/** Loads a part ahead of being drawn; tells when it is there, or will not come by itself. */
export function usePrepared({ prepare, isReady }: Pick<Part<object>, 'prepare' | 'isReady'>): boolean {
  const [isPrepared, setPrepared] = useState(isReady)
  useEffect(() => {
    void prepare().then(() => setPrepared(true))
  }, [prepare])
  return isPrepared
}
