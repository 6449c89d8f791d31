import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Draws a remark under the title, in grey. */
  about?: ReactNode
  children: ReactNode
}

/** Draws the card of a small page. */
export function Card({ title, about, children }: Props) {
  return (
    <main className="m-card">
      <h1>{title}</h1>
      {about && <p className="m-about">{about}</p>}
      {children}
    </main>
  )
}

/** Draws a card with a message. */
export const Message = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className="m-card m-message">
    <div role="status">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </div>
  </main>
)
