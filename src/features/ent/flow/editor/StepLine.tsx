import { type ReactNode, useId } from 'react'

type Told = {
  label: string
  /** Says what is wrong with it. */
  error?: string | undefined
}

/** Draws one setting of a step with its name above it, and what is wrong below; the control gets the id that the label names. */
export function StepLine({ label, error, children }: Told & { children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flow-line">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      <Wrong error={error} />
    </div>
  )
}

/** Draws a setting that is made by several controls. */
export function StepGroup({ label, error, children }: Told & { children: ReactNode }) {
  const id = useId()
  return (
    <div className="flow-line" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      {children}
      <Wrong error={error} />
    </div>
  )
}

const Wrong = ({ error }: Pick<Told, 'error'>) =>
  error && (
    <p className="bad-text" role="alert">
      {error}
    </p>
  )
