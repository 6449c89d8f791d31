import { checkConnection, connection, isPageOutdated } from '#web/api/connection.ts'
import { holdsUnsafe } from '#web/page/unsaved.ts'

type Reason = 'network' | 'outdated' | 'lost'

/** Tells why a part of the page could not be loaded; `lost` where nothing is known to be wrong. */
export class PartError extends Error {
  override name = 'PartError'
  reason: Reason
  constructor(reason: Reason, options?: ErrorOptions) {
    super(`a part of the page could not be loaded: ${reason}`, options)
    this.reason = reason
  }
}

const renewals = new Set<() => void>()

/** Registers what makes a part ready to be loaded anew. */
export const onRenewal = (renew: () => void) => void renewals.add(renew)

/** Makes every part that failed ready to be loaded anew. */
export function renewParts() {
  for (const renew of renewals) renew()
}

/**
 * Loads a part, `again` after it failed. Does not try without a network: a browser may remember for as long as the page is open that a
 * file did not come. Where it seems to, as the server answers and has the same version, the page itself is loaded again, unless
 * something would be lost by that. Throws a PartError.
 */
export async function loadPart<Part>(load: () => Promise<Part>, again: boolean): Promise<Part> {
  if (connection() !== 'online') await checkConnection()
  if (connection() !== 'online') throw new PartError('network')
  try {
    return await load()
  } catch (cause) {
    await checkConnection()
    if (connection() !== 'online') throw new PartError('network', { cause })
    if (isPageOutdated()) throw new PartError('outdated', { cause })
    if (again && !holdsUnsafe()) location.reload()
    throw new PartError('lost', { cause })
  }
}
