import { useState } from 'react'

/** Returns the search state of a picker: a keyword, and a place of its tree. */
export function usePickerAt() {
  const [keyWord, setKeyWord] = useState('')
  const [place, setPlace] = useState<string>()
  return { keyWord, setKeyWord, place, setPlace }
}

export type PickerAt = ReturnType<typeof usePickerAt>

/** Describes the props of every picker. */
export type PickerProps<Row> = {
  title: string
  /** Names the button for the chosen rows: 添加. */
  verb: string
  /** Lists numbers that are in already: shown ticked, not to be picked again. */
  taken?: ReadonlySet<string>
  /** Allows one alone: picking it closes at once. */
  single?: boolean
  onPick: (keys: string[], rows: Row[]) => Promise<unknown>
  onClose: () => void
}
