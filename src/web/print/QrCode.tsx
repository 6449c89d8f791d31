import { Suspense } from 'react'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const QrDrawing = lazyPiece(() => import('./QrDrawing.tsx'))

type Props = {
  text: string
  /** Sets its width and height in pixels. */
  size: number
  /** Names its purpose. */
  label: string
}

/** Draws a QR code: black on white in dark surroundings as well, with the quiet zone that scanners want. */
export function QrCode({ text, size, label }: Props) {
  return (
    <div role="img" aria-label={label} style={{ width: size, height: size, lineHeight: 0 }}>
      <Suspense>
        <span aria-hidden>
          <QrDrawing text={text} size={size} />
        </span>
      </Suspense>
    </div>
  )
}
