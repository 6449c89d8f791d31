import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useBoxSize } from './useBoxSize.ts'
import { useWheel } from './useWheel.ts'
import { ZoomBar } from './ZoomBar.tsx'
import { type Zoom, zoomBy, zoomOfKey } from './zoom.ts'

type Props = { name: string; url: string; onBroken: () => void }

/** Draws a picture, as large as fits; larger or smaller by buttons, wheel, keys, and a double click. */
export function PictureView({ name, url, onBroken }: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const box = useBoxSize(pane)
  const [whole, setWhole] = useState({ width: 0, height: 0 })
  const [zoom, setZoom] = useState<Zoom>('fit')
  const fitting = whole.width === 0 ? 1 : Math.min(1, box.width / whole.width, box.height / whole.height)
  const now = zoom === 'fit' ? fitting : zoom
  useWheel(pane, (by) => setZoom(zoomBy(now, by)))
  useKeptMiddle(pane, now)
  return (
    <>
      <ZoomBar now={now} onZoom={setZoom} />
      <div
        ref={pane}
        className="viewer-pane"
        role="group"
        aria-label={`${name}，用加号和减号缩放`}
        tabIndex={0}
        onKeyDown={({ key }) => setZoom(zoomOfKey(key, now) ?? zoom)}
        onDoubleClick={() => setZoom(zoom === 'fit' ? Math.max(1, fitting * 2) : 'fit')}
      >
        <img
          src={url}
          alt={name}
          draggable={false}
          width={whole.width * now || undefined}
          height={whole.height * now || undefined}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setWhole({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => onBroken()}
        />
      </div>
    </>
  )
}

/** Keeps the middle of the pane in place when its content grows. */
function useKeptMiddle(pane: RefObject<HTMLDivElement | null>, now: number) {
  const before = useRef(now)
  useLayoutEffect(() => {
    const grown = now / before.current
    before.current = now
    if (!pane.current) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = pane.current
    const left = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2
    const top = (scrollTop + clientHeight / 2) * grown - clientHeight / 2
    pane.current.scrollTo({ left, top, behavior: 'instant' })
  }, [pane, now])
}
