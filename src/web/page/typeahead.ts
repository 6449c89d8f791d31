import { type KeyboardEvent, useRef } from 'react'

type Named = { key: string; title: string; words: string }

// Sets the milliseconds after which a letter begins another name.
const pause = 700

// Leaves other signs to the keys of the page, and a space at the beginning.
const isLetter = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, typed: string) =>
  !ctrlKey && !altKey && !metaKey && (/^[\p{L}\p{N}]$/u.test(key) || (key === ' ' && typed !== ''))

const beginsWith = ({ title, words }: Named, typed: string) =>
  [title, ...words.split(' ')].some((word) => word.toLowerCase().startsWith(typed))

/**
 * Returns the first of a list, from `at` on and around its end, whose name, pinyin initials or number begins so; a letter pressed
 * again goes on to the next one that begins with it.
 */
export function nextNamed<One extends Named>(list: readonly One[], at: string | undefined, typed: string): One | undefined {
  const current = list.findIndex(({ key }) => key === at)
  const find = (text: string, from: number) => [...list.slice(from), ...list.slice(0, from)].find((one) => beginsWith(one, text))
  const letters = [...typed]
  const isRepeated = new Set(letters).size === 1
  const whole = letters.length > 1 ? find(typed, Math.max(0, current)) : undefined
  return whole ?? (isRepeated ? find(letters[0] as string, current + 1) : undefined)
}

/** Returns a function that takes a key of a list or tree, and returns what has been typed of a name so far; undefined for others. */
export function useTypeahead(): (event: KeyboardEvent) => string | undefined {
  const typed = useRef({ text: '', time: 0 })
  return (event) => {
    const before = event.timeStamp - typed.current.time < pause ? typed.current.text : ''
    if (!isLetter(event, before)) return undefined
    const text = before + event.key.toLowerCase()
    typed.current = { text, time: event.timeStamp }
    return text
  }
}
