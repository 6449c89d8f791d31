import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import './pageHead.css'
import { SectionContext } from './section.ts'

type Props = {
  title: ReactNode
  /** Stands before the title, as a way back. */
  before?: ReactNode
  /** Stands behind the title: a count, a note, and at the end (`.end`) the acts of the page. */
  children?: ReactNode
}

/**
 * Draws the head of a page: its title, its count, its acts at the right end, and below it the other pages of its section of the
 * menu. A list puts its own count and acts into it (`useHeadPlaces`).
 */
export const PageHead = ({ title, before, children }: Props) => (
  <header className="page-head">
    <div className="page-title">
      {before}
      <h1>{title}</h1>
      {children}
    </div>
    <SectionTabs />
  </header>
)

/** Draws the pages of one section as links; nothing where somebody may open one alone. */
function SectionTabs() {
  const { name, pages, path } = use(SectionContext)
  if (pages.length < 2) return null
  return (
    <nav className="section-tabs" aria-label={name}>
      {pages.map(({ to, title }) => (
        <Link key={to} to={to} aria-current={to === path ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
