import type { ReactNode } from 'react'
import './facts.css'

/** Draws facts line by line, leaving out empty ones. */
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
