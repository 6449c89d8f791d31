import { useState } from 'react'

/** What a person likes a screen to look like, kept in this browser; it says nothing about anybody. */
export function usePreference<T>(name: string, preset: T): [T, (value: T) => void] {
  const key = `prefer ${name}`
  const [value, setValue] = useState<T>(() => read(key) ?? preset)
  const set = (next: T) => {
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, set]
}

function read<T>(key: string): T | undefined {
  const kept = localStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as T)
}
