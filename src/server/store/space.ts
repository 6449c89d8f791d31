import { existsSync, statfsSync } from 'node:fs'

/**
 * Describes the room on the disk of the data, in bytes: `low` is to be told to the operator, `full` is kept for signing in, for
 * the sessions and for the database itself.
 */
export type Space = { free: number; total: number; state: 'ok' | 'low' | 'full' }

const megabyte = 2 ** 20

/** Reads the room of the disk with the least of it; of folders that the system tells nothing of, none is short. */
export function readSpace(folders: string[]): Space {
  const rooms = folders.filter((folder) => existsSync(folder)).map(roomOf)
  return rooms.reduce((least, room) => (room.free < least.free ? room : least), unknown)
}

const unknown: Space = { free: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY, state: 'ok' }

function roomOf(folder: string): Space {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    const [free, total] = [bavail * bsize, blocks * bsize]
    return { free, total, state: free < reserveOf(total) ? 'full' : free < warningOf(total) ? 'low' : 'ok' }
  } catch {
    return unknown
  }
}

// Keeps a tenth of a small disk.
const reserveOf = (total: number) => Math.min(64 * megabyte, total / 10)

// Warns at a twentieth, of a large disk at 10 GB and of a small one at 500 MB, but never while four fifths are not used.
const warningOf = (total: number) => Math.min(total / 5, Math.max(500 * megabyte, Math.min(total / 20, 10 * 1024 * megabyte)))
