import { useState } from 'react'

/** Where a picker is looked through: a keyword, and a place of its tree. */
export function usePickerAt() {
  const [keyWord, setKeyWord] = useState('')
  const [place, setPlace] = useState<string>()
  return { keyWord, setKeyWord, place, setPlace }
}

export type PickerAt = ReturnType<typeof usePickerAt>

/** What every picker is told by whoever opens it. */
export type PickerProps<Row> = {
  title: string
  /** What the button does with those that are chosen: 添加. */
  verb: string
  /** Numbers that are in already: shown ticked, not to be picked again. */
  taken?: ReadonlySet<string>
  /** Only one: picking it closes at once. */
  single?: boolean
  onPick: (keys: string[], rows: Row[]) => Promise<unknown>
  onClose: () => void
}
