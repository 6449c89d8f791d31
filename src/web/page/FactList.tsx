import type { ReactNode } from 'react'

type Props = {
  /** Lists what is told: its name and its value; false ones are left out. */
  items: readonly (readonly [label: ReactNode, value: ReactNode] | false)[]
  /** Puts them in two columns where there is room. */
  isWide?: boolean
}

/** Draws facts that are only read, each behind its name. */
export const FactList = ({ items, isWide = false }: Props) => (
  <dl className={isWide ? 'facts wide' : 'facts'}>
    {items
      .filter((one) => one !== false)
      .map(([label, value], at) => (
        <div key={at}>
          <dt className="grey">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
