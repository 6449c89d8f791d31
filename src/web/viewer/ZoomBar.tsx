import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type Zoom, zoomBy } from './zoom.ts'

type Props = {
  /** Holds the factor that is shown now. */
  now: number
  onZoom: (zoom: Zoom) => void
  children?: ReactNode
}

/** Draws the buttons above a picture or a document, and further ones. */
export const ZoomBar = ({ now, onZoom, children }: Props) => (
  <div className="viewer-bar" role="toolbar" aria-label="查看">
    {children}
    <Button type="text" onClick={() => onZoom(zoomBy(now, -1))}>
      缩小
    </Button>
    <span className="viewer-zoom grey">{Math.round(now * 100)}%</span>
    <Button type="text" onClick={() => onZoom(zoomBy(now, 1))}>
      放大
    </Button>
    <Button type="text" onClick={() => onZoom('fit')}>
      适应
    </Button>
  </div>
)
