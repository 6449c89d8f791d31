import type { Right } from '#contract/access.ts'

/** Who is asking: only what the session's own row says, never what a request says. */
export type Session = {
  tokenHash: Buffer
  userNo: string
  name: string
  idntNo: string
  idntVal: string
  entNo: string
  /** Opened with an initial password, or (`expired`) one that is too old: it must be changed first. */
  initial: boolean
  expired: boolean
  /** How it began (dictionary LGN_WAY). */
  way: string
  /** Who really acts, where somebody acts as another; `readOnly` changes nothing. */
  impersonator: Impersonator | null
  imitUserNo: string | null
  readOnly: boolean
  /** When it ends in any case, `yyyyMMddHHmmss`. */
  endTm: string
  /** Of the CAS ticket it came from. */
  casHash?: Buffer | null
  /** The version under which this person's rights may be cached. */
  version: string
}

export type Identity = { userNo: string; name: string; idntNo: string; idntVal: string; entNo: string }

/** Who acts as another: the account, where it is employed, the right it does so with, and why. */
export type Impersonator = { userNo: string; entNo: string; empNo: string; right: Right; reason: string }

/** How a session begins: its way (dictionary LGN_WAY), from where, and on whose behalf. */
export type Entry = {
  way: string
  address: string
  client: string
  impersonator?: Impersonator | null
  readOnly?: boolean
  /** Of the CAS ticket, whose server may end the session. */
  casHash?: Buffer | null
  /** It ends no later than the session that it came from. */
  lifeTm?: string | null
}
