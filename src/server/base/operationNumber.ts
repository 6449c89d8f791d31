import { v7 } from 'uuid'

/**
 * Makes the number of a new operation. It begins with the present time: left to itself the generator goes on from a time that the
 * clock once was ahead at.
 */
export const newOperation = () => v7({ msecs: Date.now() })

/** Returns the time (in milliseconds) at which an operation began, as its number tells; undefined for one that tells none. */
export function timeOfOperation(op: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(op) ?? []
  return high && low ? Number.parseInt(high + low, 16) : undefined
}
