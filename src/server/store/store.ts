import type { Readable } from 'node:stream'

/** Describes a range of bytes of a file, from 0, both ends included. */
export type ByteRange = { start: number; end: number }

/** Describes an opened file, with its size in bytes. */
export type OpenedFile = { content: Readable; size: number }

/** Describes where the bytes of files lie, by key: a local folder, or an S3 store. The content of a key never changes. */
export type Store = {
  /** Takes over a file of this machine. */
  put(key: string, path: string): Promise<void>
  /** Gives what has one key a second one. */
  copy(from: string, to: string): Promise<void>
  /** Opens a file; undefined where nothing has the key. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | undefined>
  remove(key: string): Promise<void>
}
