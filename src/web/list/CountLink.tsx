import { Link } from 'react-router'
import { formatCount } from '#web/page/format.ts'

type Props = {
  count: number
  /** Gives the list that has just so many lines; without it the number stands alone. */
  to: string | false | undefined
  /** Names what is counted, for those who do not see where the number stands. */
  label: string
  /** Underlines it within a sentence, where its colour alone does not show that it is a link. */
  inText?: boolean
}

/** Draws a count as the way to the list that it counts (docs/spec/lists.md#counts). */
export const CountLink = ({ count, to, label, inText = false }: Props) =>
  to ? (
    <Link to={to} aria-label={`${label} ${formatCount(count)}`} {...(inText && { className: 'link-in-text' })}>
      {formatCount(count)}
    </Link>
  ) : (
    formatCount(count)
  )
