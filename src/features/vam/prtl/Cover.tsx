import {
  BookOutlined,
  CompassOutlined,
  HighlightOutlined,
  RocketOutlined,
  StarOutlined,
  TeamOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import { useState } from 'react'
import './cover.css'

// Maps the values of ACT_CLS to icons.
const marks: Record<string, typeof StarOutlined> = {
  1: TrophyOutlined,
  2: RocketOutlined,
  3: HighlightOutlined,
  4: CompassOutlined,
  5: TeamOutlined,
  6: BookOutlined,
}

/** Draws the picture of an activity; where it is missing, or fails to load, one that is drawn for its class. */
export function Cover({ url, cls, isFirst = false }: { url: string | null; cls: string; isFirst?: boolean }) {
  const [broken, setBroken] = useState<string>()
  const Mark = marks[cls] ?? StarOutlined
  return (
    <span className="cover" data-cls={cls}>
      {url && url !== broken ? (
        <img src={url} alt="" loading={isFirst ? 'eager' : 'lazy'} decoding="async" onError={() => setBroken(url)} />
      ) : (
        <Mark aria-hidden />
      )}
    </span>
  )
}
