import { type ReactNode, useId } from 'react'

type LineProps = {
  label: string
  /** Gets the id that the label names. */
  children: (id: string) => ReactNode
}

/** Draws one property with its name above it. */
export function PropertyLine({ label, children }: LineProps) {
  const id = useId()
  return (
    <div className="property">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

/** Draws properties that belong together. */
export const PropertyGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="property-group" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
