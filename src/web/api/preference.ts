import { useSyncExternalStore } from 'react'
import { prefer } from '#contract/shell/prefer.contract.ts'
import { send } from './send.ts'

/**
 * Holds the preferences of a person: stored on the server, so that they apply in every browser. They say nothing about other
 * people.
 */
let kept = new Map<string, string>()
let keeps = false
const listeners = new Set<() => void>()

// Stores the appearance in this browser too, since it is needed before anybody has signed in.
const looks = 'look'

const tell = () => listeners.forEach((listener) => listener())

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes over what the server keeps of who signed in; whoever only looks through somebody's eyes changes nothing of it. */
export function readPreferences(list: readonly { name: string; val: string }[], mayKeep: boolean) {
  kept = new Map(list.map(({ name, val }) => [name, val]))
  keeps = mayKeep
  if (keeps) rememberLook()
  tell()
}

function rememberLook() {
  const look = kept.get(looks)
  if (look === undefined) localStorage.removeItem(looks)
  else localStorage.setItem(looks, look)
}

// Sends one after the other, so that the last change is the one that stays.
let sending: Promise<unknown> = Promise.resolve()

function keep(name: string, value: unknown) {
  const val = value === undefined ? null : JSON.stringify(value)
  if (val === null) kept.delete(name)
  else kept.set(name, val)
  if (name === looks && keeps) rememberLook()
  tell()
  if (keeps) sending = sending.then(() => send(prefer.set, { name, val })).catch(() => {})
}

const textOf = (name: string) => kept.get(name) ?? (name === looks ? (localStorage.getItem(looks) ?? undefined) : undefined)

const parsed = new Map<string, { text: string; value: unknown }>()

/** Returns the preference of that name, the same object as long as it stays the same. */
function read<T>(name: string, preset: T): T {
  const text = textOf(name)
  if (text === undefined) return preset
  const known = parsed.get(name)
  if (known?.text === text) return known.value as T
  const value = JSON.parse(text) as T
  parsed.set(name, { text, value })
  return value
}

/** Returns a preference, shared by all callers of its name; undefined restores the preset. */
export function usePreference<T>(name: string, preset: T): [T, (value: T | undefined) => void] {
  const text = useSyncExternalStore(subscribe, () => textOf(name))
  return [text === undefined ? preset : read(name, preset), (value) => keep(name, value)]
}
