import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import type { Pdf } from './pdf.ts'

type Props = {
  pdf: Pdf
  number: number
  scale: number
  /** Gives its probable size at scale 1 until it is known. */
  likely: { width: number; height: number }
  /** Tells whether it is in view, or nearly: only then it is drawn. */
  isNear: boolean
}

/** Limits the pixels of a drawing, for phones fail on larger ones. */
const mostPixels = 16_000_000

/** Draws one page of a document: a drawing, and over it the text, which can be selected, searched and read aloud. */
export function PdfPage({ pdf, number, scale, likely, isNear }: Props) {
  const [page, setPage] = useState<PDFPageProxy>()
  const drawing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNear) pdf.getPage(number).then(setPage, () => {})
  }, [pdf, number, isNear])
  useEffect(() => {
    const into = drawing.current
    if (!page || !isNear || !into) return
    const stop = draw(page, scale, into)
    return () => {
      stop()
      into.replaceChildren()
    }
  }, [page, scale, isNear])
  const { width, height } = page?.getViewport({ scale: 1 }) ?? likely
  return (
    <section
      className="pdf-page"
      data-page={number}
      aria-label={`第 ${number} 页`}
      style={{ width: width * scale, height: height * scale }}
    >
      <div ref={drawing} />
    </section>
  )
}

/** Draws a page into an element; the answer stops it. */
function draw(page: PDFPageProxy, scale: number, into: HTMLElement): () => void {
  const viewport = page.getViewport({ scale })
  const most = Math.sqrt(mostPixels / (viewport.width * viewport.height))
  const fine = Math.min(window.devicePixelRatio, most)
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * fine)
  canvas.height = Math.floor(viewport.height * fine)
  const text = document.createElement('div')
  text.className = 'pdf-text'
  text.style.setProperty('--total-scale-factor', String(viewport.scale * viewport.userUnit))
  into.replaceChildren(canvas, text)
  const drawn = page.render({ canvas, viewport, transform: [fine, 0, 0, fine, 0, 0] })
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  // Stops both when the user scrolls on.
  drawn.promise.catch(() => {})
  layer.render().catch(() => {})
  return () => {
    drawn.cancel()
    layer.cancel()
  }
}
