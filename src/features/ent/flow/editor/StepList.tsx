import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { Fragment, useRef, useState } from 'react'
import { StepCard } from './StepCard.tsx'
import { StepDrawer } from './StepDrawer.tsx'
import { addStep, copyStep, mostSteps, moveStep } from './steps.web.ts'
import type { FlowEdit } from './useFlowEdit.web.ts'
import type { Mentioned } from './words.web.ts'

type Props = { edit: FlowEdit; known: Mentioned; onNames: (names: ReadonlyMap<string, string>) => void }

/** Draws a flow from top to bottom: who hands in, step by step who decides, and the end. */
export default function StepList({ edit, known, onNames }: Props) {
  const { steps, isOpen, faults, change, set } = edit
  const [chosenNo, choose] = useState<string>()
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const at = steps.findIndex(({ stepNo }) => stepNo === chosenNo)
  const chosen = steps[at]
  const isFull = steps.length >= mostSteps

  const add = (place: number) => {
    const added = addStep(steps, place)
    set(added.steps)
    choose(added.stepNo)
    setSaid(`加了第 ${place + 1} 步`)
  }
  const move = (from: number, by: -1 | 1) => {
    set(moveStep(steps, from, by))
    setSaid(`移到第 ${from + by + 1} 步`)
  }
  const remove = (place: number) => {
    const { stepName } = steps[place] ?? {}
    set(steps.toSpliced(place, 1))
    setSaid(`删除了“${stepName}”`)
    // Keeps the focus in the list, whose button is gone.
    list.current?.focus()
  }
  const adding = (place: number) => (
    <li className="flow-between">
      {isOpen && (
        <Button
          shape="circle"
          icon={<Plus />}
          disabled={isFull}
          aria-label={place === steps.length ? '在最后加一步' : `在第 ${place + 1} 步前加一步`}
          title={isFull ? `最多 ${mostSteps} 步` : '加一步'}
          onClick={() => add(place)}
        />
      )}
    </li>
  )
  return (
    <>
      <ol className="flow-steps" ref={list} tabIndex={-1} aria-label="审批步骤">
        <li className="flow-end">发起人提交</li>
        {steps.map((step, place) => (
          <Fragment key={step.stepNo}>
            {adding(place)}
            <li>
              <StepCard
                step={step}
                at={place}
                of={steps.length}
                known={known}
                faults={faults[step.stepNo] ?? {}}
                isChosen={step.stepNo === chosenNo}
                acts={
                  isOpen
                    ? {
                        open: () => choose(step.stepNo),
                        move: (by) => move(place, by),
                        copy: () => !isFull && set(copyStep(steps, place)),
                        remove: () => remove(place),
                      }
                    : undefined
                }
              />
            </li>
          </Fragment>
        ))}
        {adding(steps.length)}
        <li className="flow-end">结束</li>
      </ol>
      {steps.length === 0 && (
        <p className="grey flow-none">还没有审批步骤，{isOpen ? '点 + 加第一步。' : '请有权限的人来设置。'}</p>
      )}
      <span className="unseen" role="status">
        {said}
      </span>
      {isOpen && chosen && (
        <StepDrawer
          key={chosen.stepNo}
          step={chosen}
          at={at}
          known={known}
          faults={faults[chosen.stepNo] ?? {}}
          onChange={(changes) => change(chosen.stepNo, changes)}
          onNames={onNames}
          onClose={() => choose(undefined)}
        />
      )}
    </>
  )
}
