import type { RawBuilder } from 'kysely'
import type { PhotoOwner } from '../photos.ts'

/** Somebody whom a photo is meant for. */
export type Somebody = { no: string | null; name: string | null; ownNo: string | null; place: string | null }

/** Whose photos a ZIP brings. */
export type PhotoSubject<Who = unknown, Key extends string = string> = {
  owner: PhotoOwner
  /** The name under which the batches are kept. */
  kind: string
  /** What file names may be, each with its word, in the order in which one is taken where two fit equally: own number, ID number, number. */
  keys: readonly [Key, Key, Key]
  titles: Record<Key, string>
  /** Department or class of whom the alias of the owner's table tells. */
  place: RawBuilder<string | null>
  /** What is remarked of people in a state other than the usual. */
  states: Record<string, string>
  /** What is kept with every face of a ZIP as who consented; null: the person. */
  consentBy: string | null
  /** Somebody as the preview tells them. */
  told(somebody: Somebody): Who
}
