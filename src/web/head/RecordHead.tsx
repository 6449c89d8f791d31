import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import './pageHead.css'

type Props = {
  /** Stands before the name: an avatar, a logo, or what kind of record it is. */
  mark: ReactNode
  name: string
  /** Says in one line what it is: a number, a time, who is in charge. Leaves out what is empty. */
  facts?: readonly (ReactNode | null | undefined | false)[]
  /** Draws its state. */
  state?: ReactNode
  /** Offers the most frequent act. */
  first?: { label: string; act: () => void } | false | undefined
  menu?: ActionMenu | undefined
  /** Draws what leads to the records before and behind. */
  neighbours?: ReactNode
}

/** Draws the head of a page about one record: mark, name, state, what it is in one line, and its acts at the end. */
export function RecordHead({ mark, name, facts = [], state, first, menu, neighbours }: Props) {
  const told = facts.filter(Boolean)
  return (
    <header className="page-head">
      <div className="record-head">
        <span className="record-mark">{mark}</span>
        <div className="record-name">
          <div>
            <h1>{name}</h1>
            {state}
          </div>
          {told.length > 0 && (
            <p>
              {told.map((one, at) => (
                <span key={at}>{one}</span>
              ))}
            </p>
          )}
        </div>
        <div className="record-acts">
          {neighbours}
          {first && (
            <Button type="primary" onClick={first.act}>
              {first.label}
            </Button>
          )}
          <ActionsButton menu={menu} />
        </div>
      </div>
    </header>
  )
}
