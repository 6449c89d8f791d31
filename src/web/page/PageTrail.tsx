import { Breadcrumb, Button } from 'antd'
import { useNavigate } from 'react-router'
import './pageTrail.css'

type Step = { label: string; to?: string }

/** Draws the pages above this one, each with the way back to it; a step without `to` is no page. */
export function PageTrail({ steps, label = '上级页面' }: { steps: readonly Step[]; label?: string }) {
  const navigate = useNavigate()
  return (
    <nav aria-label={label}>
      <Breadcrumb
        className="page-trail"
        items={steps.map((step) => ({
          key: step.to ?? step.label,
          title: step.to ? (
            <Button type="link" onClick={() => void navigate(step.to as string)}>
              {step.label}
            </Button>
          ) : (
            step.label
          ),
        }))}
      />
    </nav>
  )
}
