import type { Right } from '#contract/access.ts'

/** Describes who is asking: only what the session's own row says, never what a request says. */
export type Session = {
  tokenHash: Buffer
  userNo: string
  name: string
  idntNo: string
  idntVal: string
  entNo: string
  /** Tells that it was opened with an initial password, or (`expired`) one that is too old, which must be changed first. */
  initial: boolean
  expired: boolean
  /** Names how it began (dictionary LGN_WAY). */
  way: string
  /** Names the real actor during impersonation, else null; `readOnly` changes nothing. */
  impersonator: Impersonator | null
  imitUserNo: string | null
  readOnly: boolean
  /** Gives when it ends at the latest, `yyyyMMddHHmmss`. */
  endTm: string
  /** Holds the hash of the CAS ticket it came from. */
  casHash?: Buffer | null
  /** Holds the version under which this person's rights may be cached. */
  version: string
}

export type SessionIdentity = { userNo: string; name: string; idntNo: string; idntVal: string; entNo: string }

/** Describes who impersonates: the account, its employer, the right it uses, and the reason. */
export type Impersonator = { userNo: string; entNo: string; empNo: string; right: Right; reason: string }

/** Describes how a session begins: its way (dictionary LGN_WAY), from where, and on whose behalf. */
export type Entry = {
  way: string
  address: string
  client: string
  impersonator?: Impersonator | null
  readOnly?: boolean
  /** Holds the hash of the CAS ticket, whose server may end the session. */
  casHash?: Buffer | null
  /** Limits its end to that of the session that it came from. */
  lifeTm?: string | null
}
