import { Spin } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { PageNumber } from './PageNumber.tsx'
import { PdfPage } from './PdfPage.tsx'
import { openPdf, type Pdf, whyNot } from './pdf.ts'
import { useBoxSize } from './useBoxSize.ts'
import { useNear } from './useNear.ts'
import { useWheel } from './useWheel.ts'
import { ZoomBar } from './ZoomBar.tsx'
import { type Zoom, zoomBy, zoomOfKey } from './zoom.ts'

type Opened = { pdf: Pdf; first: { width: number; height: number } }
type Props = { name: string; url: string; onBroken: (why: string) => void }

/** Draws a PDF, page under page as wide as fits, by ourselves: browsers on phones show none. */
export default function PdfView({ name, url, onBroken }: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const opened = useOpened(url, onBroken)
  const count = opened?.pdf.numPages ?? 0
  const near = useNear(pane, count)
  const box = useBoxSize(pane)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [at, setAt] = useState(1)
  // Leaves a margin beside the pages and room for the scroll bar.
  const fitting = opened && box.width > 0 ? Math.min(2, Math.max(0.1, (box.width - 34) / opened.first.width)) : 1
  const now = zoom === 'fit' ? fitting : zoom
  // Scrolls within the pane alone: scrollIntoView would move the page around it.
  const goTo = (number: number) => {
    const page = pane.current?.querySelector(`[data-page="${number}"]`)
    if (page && pane.current)
      pane.current.scrollTop += page.getBoundingClientRect().top - pane.current.getBoundingClientRect().top
  }
  useWheel(pane, (by) => setZoom(zoomBy(now, by)), { withCtrl: true })
  // Keeps the reader's position when the pages grow.
  const keepPlace = useEffectEvent(() => goTo(at))
  useEffect(() => keepPlace(), [now])
  return (
    <>
      <ZoomBar now={now} onZoom={setZoom}>
        <PageNumber at={at} count={count} onGo={goTo} />
      </ZoomBar>
      <div
        ref={pane}
        className="viewer-pane pdf-pane"
        role="group"
        aria-label={name}
        aria-busy={!opened}
        tabIndex={0}
        onKeyDown={({ key, target, currentTarget }) => target === currentTarget && setZoom(zoomOfKey(key, now) ?? zoom)}
        onScroll={({ currentTarget }) => setAt(pageAt(currentTarget))}
      >
        {opened ? (
          Array.from({ length: count }, (_, index) => index + 1).map((number) => (
            <PdfPage key={number} pdf={opened.pdf} number={number} scale={now} likely={opened.first} isNear={near.has(number)} />
          ))
        ) : (
          <Spin />
        )}
      </div>
    </>
  )
}

/** Returns the document of a link and the size of its first page; undefined until it is read. */
function useOpened(url: string, onBroken: Props['onBroken']): Opened | undefined {
  const [opened, setOpened] = useState<Opened>()
  const tell = useEffectEvent(onBroken)
  useEffect(() => {
    const opening = openPdf(url)
    let isWanted = true
    opening.promise
      .then(async (pdf) => ({ pdf, first: (await pdf.getPage(1)).getViewport({ scale: 1 }) }))
      .then(
        (all) => isWanted && setOpened(all),
        (error: unknown) => isWanted && tell(whyNot(error)),
      )
    return () => {
      isWanted = false
      setOpened(undefined)
      void opening.destroy()
    }
  }, [url])
  return opened
}

/** Returns the page being read: the last one that begins in the upper third of the pane. */
function pageAt(pane: HTMLElement): number {
  const line = pane.getBoundingClientRect().top + pane.clientHeight / 3
  const begun = [...pane.querySelectorAll<HTMLElement>('[data-page]')].findLast(
    (page) => page.getBoundingClientRect().top <= line,
  )
  return Number(begun?.dataset.page ?? 1)
}
