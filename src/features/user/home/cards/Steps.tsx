import { CircleCheck } from 'lucide-react'
import { Button } from 'antd'
import { Link } from 'react-router'
import type * as z from 'zod'
import { useMe } from '#web/api/me.tsx'
import { usePreference } from '#web/api/preference.ts'
import { type FirstStep, stepWords } from '../home.contract.ts'

/** Draws the first steps of a new enterprise, until all are done or the user hides them. */
export function Steps({ steps }: { steps: z.output<typeof FirstStep>[] }) {
  const { entNo } = useMe()
  const [isAway, setAway] = usePreference(`steps ${entNo}`, false)
  const done = steps.filter(({ isDone }) => isDone).length
  if (steps.length === 0) return null
  if (isAway)
    return (
      <div>
        <Button type="link" onClick={() => setAway(undefined)}>
          显示开始使用的步骤
        </Button>
      </div>
    )
  return (
    <section className="home-card" aria-labelledby="home-steps">
      <div className="spread">
        <h2 id="home-steps">
          开始使用 <span className="grey">完成 {`${done}/${steps.length}`}</span>
        </h2>
        <Button type="link" onClick={() => setAway(true)}>
          不再显示
        </Button>
      </div>
      <progress value={done} max={steps.length} aria-label="完成的步骤" />
      <ol className="home-steps">
        {steps.map(({ code, isDone }) => (
          <li key={code}>
            {isDone ? (
              <span className="grey">
                <CircleCheck className="home-done" aria-label="已完成" /> {stepWords[code].name}
              </span>
            ) : (
              <Link to={stepWords[code].path}>{stepWords[code].name}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
