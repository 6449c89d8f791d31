import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { participantKey, type Participant } from './people.tsx'

export type FillState = 'done' | 'open' | 'wrong'

const said: Record<FillState, string> = { done: '已填好', open: '待填', wrong: '有误' }

type Props = {
  people: readonly Participant[]
  /** Returns the state of each person's form; without one there is none to be filled in. */
  stateOf?: ((person: Participant) => FillState) | undefined
  shown?: string | undefined
  onShow?: (key: string) => void
  onRemove: (person: Participant) => void
}

/** Draws the chosen people, one chip each; with a form it is the form of the pressed one. */
export const Chosen = ({ people, stateOf, shown, onShow, onRemove }: Props) => (
  <ul className="chosen" aria-label="已选的人">
    {people.map((person) => {
      const key = participantKey(person)
      const state = stateOf?.(person)
      return (
        <li key={key} className={state}>
          {state ? (
            <button type="button" aria-pressed={key === shown} onClick={() => onShow?.(key)}>
              {state === 'done' && <CircleCheck aria-hidden />}
              {state === 'wrong' && <CircleAlert aria-hidden />}
              {person.name} <span>{said[state]}</span>
            </button>
          ) : (
            <span>{person.name}</span>
          )}
          <button type="button" aria-label={`移除${person.name}`} onClick={() => onRemove(person)}>
            <X aria-hidden />
          </button>
        </li>
      )
    })}
  </ul>
)
