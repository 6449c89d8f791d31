import { fileLink } from '#server/files/links.ts'
import type { Secret } from '#server/database/secret.ts'

/**
 * The avatar of an account as it is kept: a file of the enterprise that it was handed in at. The account is the platform's, so
 * its picture stays also while its owner works under another identity.
 */
export const keptAvatar = (entNo: string, fileNo: string) => `${entNo}.${fileNo}`

/** A link to an avatar, good for some minutes. */
export function avatarLink(secret: Secret, kept: string | null): string | null {
  const [entNo, fileNo] = kept?.split('.') ?? []
  return entNo && fileNo ? fileLink(secret, entNo, fileNo) : null
}
