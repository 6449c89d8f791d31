import type { Secret } from '#server/database/secret.ts'
import { openLink, signLink } from '#server/base/signedLink.ts'

type Received = { entNo: string; rcvNo: string }

// Keeps a link open as long as somebody may still come back to the notice.
const days = 60

/** Returns the address at which one guardian opens one notice without an account. */
export const noticeAddress = (publicUrl: string, secret: Secret, { entNo, rcvNo }: Received): string =>
  `${publicUrl}/m/notice#t=${signLink(secret, 'notice', [entNo, rcvNo], Date.now() + days * 86_400_000)}`

/** Returns what such a link opens; undefined where it is forged or has expired. */
export function openNoticeKey(secret: Secret, key: string): Received | undefined {
  const [entNo, rcvNo] = openLink(secret, 'notice', key) ?? []
  return entNo && rcvNo ? { entNo, rcvNo } : undefined
}
