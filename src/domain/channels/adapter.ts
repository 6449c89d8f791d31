import type { Answered, Asked } from '#server/base/guardedFetch.ts'
import type { SmsPurpose } from './channels.contract.ts'

/** Describes what leaves for one person; `to`: their name in the channel, their phone, address or subscription. */
export type Outgoing = {
  dlvNo: string
  to: string
  title: string
  /** Holds the text without marks, at most 500 characters. */
  text: string
  /** Gives the page that opens it; empty where the product has no address of its own. */
  url: string
  isUrgent: boolean
  /** Says that it is for a guardian, whom some channels know apart from members of staff. */
  isGuardian: boolean
  /** Says that it is a reminder, which mail may be unsubscribed from. */
  isReminder: boolean
  /** Holds what fills a template of short messages. */
  sms: { purpose: SmsPurpose; params: readonly string[] }
}

/**
 * Describes what became of one: taken (with the other side's number), given up for this person, to be tried again, or unknown since
 * no answer came after it had left; `isGone` says that the address is no longer anybody's. `why` is read by the sender, in Chinese.
 */
export type Outcome =
  | { dlvNo: string; is: 'accepted'; extNo?: string }
  | { dlvNo: string; is: 'failed'; why: string; isGone?: true }
  | { dlvNo: string; is: 'unknown'; why: string }
  | { dlvNo: string; is: 'retry'; why: string; afterSeconds?: number }

/** Is thrown where a channel refuses all of it until somebody mends its settings; the message is read by who sets it, in Chinese. */
export class ChannelBroken extends Error {}

/** Describes what an adapter works with: its settings with its secrets, the one guarded way outside, and its token. */
export type ChannelAccess = {
  settings: Readonly<Record<string, string>>
  fetch(address: string, asked?: Asked): Promise<Answered>
  /** Lists the targets inside that the operator permits, for what does not speak HTTP. */
  allowInside: readonly string[]
  /** Returns the token that is kept, or what `fetchToken` gets; `isStale` says that the kept one was refused. */
  token(fetchToken: () => Promise<{ token: string; seconds: number }>, isStale?: boolean): Promise<string>
  /** Derives a value of this installation for one purpose, which is the same each time. */
  derive(purpose: string): string
}

/** Describes a channel outside: how it takes messages, finds people, and is tried. */
export type Adapter = {
  /** Limits how many persons one call takes the same words for. */
  most: number
  /** Sends the same words to some; each of them has its outcome. Throws ChannelBroken. */
  send(access: ChannelAccess, lot: readonly Outgoing[]): Promise<Outcome[]>
  /** Returns the channel's names for phones; null for a phone that it does not know. Throws ChannelBroken. */
  lookUp?(access: ChannelAccess, phones: readonly string[]): Promise<Map<string, string | null>>
  /** Returns the channel's names for the phones of guardians, where it knows them apart from members of staff. */
  lookUpGuardians?(access: ChannelAccess, phones: readonly string[]): Promise<Map<string, string | null>>
  /** Asks later what became of what it took. */
  results?(
    access: ChannelAccess,
    taken: readonly { dlvNo: string; to: string; extNo: string }[],
  ): Promise<(Outcome | { dlvNo: string; is: 'delivered' })[]>
  /** Withdraws what it took, as far as it can. */
  recall?(access: ChannelAccess, extNos: readonly string[]): Promise<void>
  /** Tries the settings without sending anything. Throws ChannelBroken with what is wrong. */
  test(access: ChannelAccess): Promise<void>
}
