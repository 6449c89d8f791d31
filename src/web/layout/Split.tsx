import { ChevronDown } from 'lucide-react'
import { Button } from 'antd'
import { type CSSProperties, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { usePreference } from '#web/api/preference.ts'
import { SplitChoice, SplitChooser } from './splitChoice.ts'
import { SplitBar } from './SplitBar.tsx'
import { leastSideWidth, fitSide, defaultShare } from './split.ts'
import './split.css'
import { useNarrow, useWide } from '#web/page/useMedia.ts'
import { TabContext } from '#web/page/tabContext.ts'

type Props = {
  side: (close: () => void) => ReactNode
  /** Names the choice at the side, on the button that opens it on a phone. */
  label: string
  /** Sets the width of the left side in pixels until the user moves the divider; half of the room without it. */
  width?: number
  children: ReactNode
}

/**
 * Draws a choice at the left and what was chosen at the right; below 1200 px the left opens from a button, which a list puts beside
 * its search. The right stays as it is when a window turns narrow: something may be written into it.
 */
export function Split({ children, ...props }: Props) {
  const narrow = useNarrow()
  const wide = useWide()
  const [taken, setTaken] = useState(false)
  const chooser = wide ? null : <SideDrawer {...props} />
  return (
    <div className={wide ? 'split' : 'split-through'}>
      {wide ? <SideBeside {...props} /> : !taken && chooser}
      <div className={wide ? 'split-main stack' : narrow ? 'split-through' : 'stack'}>
        <SplitChoice value={props.label}>
          <SplitChooser value={{ chooser, setTaken }}>{children}</SplitChooser>
        </SplitChoice>
      </div>
    </div>
  )
}

type SideProps = Omit<Props, 'children'>

/** Draws the side beside a divider, which stays where the user put it, screen by screen. */
function SideBeside({ side, width }: SideProps) {
  const { path } = use(TabContext)
  const [kept, keep] = usePreference<number | null>(`split ${path.split('/').slice(0, 3).join('/')}`, null)
  const [moving, setMoving] = useState<number>()
  const bar = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const frame = bar.current?.parentElement
    const measure = new ResizeObserver(() => {
      // Keeps the former width in a hidden tab, which has none.
      const whole = frame?.clientWidth ?? 0
      if (whole > 0) setRoom(whole - (bar.current?.clientWidth ?? 0))
    })
    if (frame) measure.observe(frame)
    return () => measure.disconnect()
  }, [])
  const chosen = moving ?? kept
  const shown = chosen ?? Math.min(width ?? room, room * defaultShare)
  const preset = `min(${width === undefined ? '100%' : `${width}px`}, var(--room) * ${defaultShare})`
  const style = {
    '--side': chosen === null ? preset : `clamp(${leastSideWidth}px, ${chosen}px, var(--room) - ${leastSideWidth}px)`,
  } as CSSProperties
  return (
    <>
      <div className="split-side" style={style}>
        {side(() => {})}
      </div>
      <div className="split-bar-place" ref={bar}>
        <SplitBar
          side={fitSide(shown, room)}
          room={room}
          onMove={setMoving}
          onDone={(to) => {
            setMoving(undefined)
            keep(to)
          }}
          onReset={() => keep(undefined)}
        />
      </div>
    </>
  )
}

function SideDrawer({ side, label }: SideProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} icon={<ChevronDown />} iconPlacement="end" className="split-chooser">
        {label}
      </Button>
      <AppDrawer open={open} placement="left" size={300} title={label} onClose={() => setOpen(false)}>
        {side(() => setOpen(false))}
      </AppDrawer>
    </>
  )
}
