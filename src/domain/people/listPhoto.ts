import { fileLink } from '#server/files/links.ts'
import type { Secret } from '#server/database/secret.ts'

type Pictured = { entNo: string; cardPht: string | null }

/** Returns a listed person with the link to the small size of the photo, which expires; null where there is no photo. */
export const withListPhoto = <Row extends Pictured>({ cardPht, ...row }: Row, secret: Secret) => ({
  ...row,
  cardPht: cardPht && fileLink(secret, row.entNo, cardPht, { size: 's' }),
})
