import type { ReactNode } from 'react'
import './facts.css'

/** What is known of something, line by line; what is empty is left out. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="m-facts">
    {Object.entries(facts).map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
