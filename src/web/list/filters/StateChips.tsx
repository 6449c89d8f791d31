import { Label } from '#web/api/dictionary.tsx'
import { Chips } from './Chips.tsx'

type Props<State extends string> = {
  /** Names the dictionary of the states. */
  type: string
  states: readonly State[]
  /** Holds the state that is shown; undefined for all. */
  shown: string | undefined
  onShow: (state: State | undefined) => void
  /** Counts those of a state, of all without one; undefined until that is known. */
  countOf: (state: State | undefined) => number | undefined
}

/** Draws the states of a list as tabs, all of them first. */
export const StateChips = <State extends string>({ type, states, shown, onShow, countOf }: Props<State>) => (
  <Chips
    chips={[undefined, ...states].map((state) => ({
      key: state ?? 'all',
      label: state ? <Label type={type} value={state} /> : '全部',
      count: countOf(state),
      is: shown === state,
      onShow: () => onShow(state),
    }))}
  />
)
