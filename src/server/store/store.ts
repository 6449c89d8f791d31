import type { Readable } from 'node:stream'

/** Bytes of a file, from 0, both ends included. */
export type Range = { start: number; end: number }

/** What was opened, with how many bytes it has. */
export type Opened = { content: Readable; size: number }

/** Where the bytes of files lie, by key: a local folder, or a store that speaks S3. What has a key never changes. */
export type Store = {
  /** Takes over a file of this machine. */
  put(key: string, path: string): Promise<void>
  /** Gives what has one key a second one. */
  copy(from: string, to: string): Promise<void>
  /** Undefined where nothing has the key. */
  open(key: string, range?: Range): Promise<Opened | undefined>
  remove(key: string): Promise<void>
}
