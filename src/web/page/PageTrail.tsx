import { Link } from 'react-router'
import './pageTrail.css'

type Step = { label: string; to?: string }

/** Draws the pages above this one, each with the way back to it; a step without `to` is no page. */
export const PageTrail = ({ steps, label = '上级页面' }: { steps: readonly Step[]; label?: string }) => (
  <nav aria-label={label} className="page-trail">
    <ol>
      {steps.map((step) => (
        <li key={step.to ?? step.label}>{step.to ? <Link to={step.to}>{step.label}</Link> : step.label}</li>
      ))}
    </ol>
  </nav>
)
