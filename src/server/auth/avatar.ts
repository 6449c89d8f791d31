import { fileLink } from '#server/files/links.ts'
import type { Secret } from '#server/database/secret.ts'

/**
 * Returns the stored avatar of an account: a file of the enterprise where it was submitted. The account is the platform's, so its
 * picture stays also while its owner works under another identity.
 */
export const keptAvatar = (entNo: string, fileNo: string) => `${entNo}.${fileNo}`

/** Returns a link to an avatar, good for some minutes; null where there is none. */
export function avatarLink(secret: Secret, kept: string | null): string | null {
  const [entNo, fileNo] = kept?.split('.') ?? []
  return entNo && fileNo ? fileLink(secret, entNo, fileNo) : null
}
