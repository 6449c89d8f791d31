import type { RawBuilder } from 'kysely'
import type { PhotoOwner } from '../photos.ts'
import type { Somebody } from '../pictures.contract.ts'

/** Describes the people whose photos a ZIP brings. */
export type PhotoSubject<Who = unknown, Key extends string = string> = {
  owner: PhotoOwner
  /** Names the kind under which the batches are stored. */
  kind: string
  /**
   * Lists what file names may be, each with its word, in the order of precedence where two fit equally: own number, ID number,
   * number.
   */
  keys: readonly [Key, Key, Key]
  titles: Record<Key, string>
  /** Selects the department or class of the owner by the alias of their table. */
  place: RawBuilder<string | null>
  /** Maps unusual states of people to a remark. */
  states: Record<string, string>
  /** Names who consented, stored with every face of a ZIP; null: the person. */
  consentBy: string | null
  /** Returns somebody as the preview shows them. */
  told(somebody: Somebody): Who
}
