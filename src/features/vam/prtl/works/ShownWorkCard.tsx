import { CirclePlay, ThumbsUp } from 'lucide-react'
import type * as z from 'zod'
import { WorkKind } from '#domain/activities/activities.contract.ts'
import type { Work } from '#features/vam/wrk/wrk.contract.ts'
import { formatAgo } from '#web/page/format.ts'

export type ShownWork = z.output<typeof Work>

type Props = {
  work: ShownWork
  likes: { count: number; isLiked: boolean }
  onOpen: () => void
  onLike: () => void
}

/** Draws a work on the wall: its first picture, its author, and how many like it. */
export function ShownWorkCard({ work, likes, onOpen, onLike }: Props) {
  const { title, name, unitName, kind, files, crtTm, voteFlag } = work
  return (
    <li className="work-card">
      <button type="button" className="work-open" onClick={onOpen}>
        <span className="work-picture">
          {kind === WorkKind.pictures ? (
            <img src={files[0]?.small} alt="" loading="lazy" decoding="async" />
          ) : (
            <CirclePlay aria-hidden />
          )}
          {files.length > 1 && <span className="work-count">{files.length} 张</span>}
        </span>
        <strong>{title}</strong>
        <span className="grey">
          {name} {unitName}
        </span>
      </button>
      <div className="spread work-line">
        <span className="grey">{formatAgo(crtTm)}</span>
        {voteFlag === '1' && <LikeButton title={title} likes={likes} onLike={onLike} />}
      </div>
    </li>
  )
}

type LikeProps = Pick<Props, 'likes' | 'onLike'> & { title: string }

export const LikeButton = ({ title, likes: { count, isLiked }, onLike }: LikeProps) => (
  <button
    type="button"
    className="like"
    aria-pressed={isLiked}
    aria-label={`点赞“${title}”，已有 ${count} 个赞`}
    onClick={onLike}
  >
    <ThumbsUp aria-hidden fill={isLiked ? 'currentColor' : 'none'} /> {count}
  </button>
)
