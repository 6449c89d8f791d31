import type { Offered } from '#contract/form/values.ts'

export type Picked = { no: string; name: string }
/** … with what tells those of one name apart. */
export type Found = Picked & { des: string | null }
export type SentFile = { fileNo: string; name: string; size: number }

/** What can be chosen from: employees, students, classes, guardians. */
export type Choosable = 'emp' | 'stu' | 'unit' | 'ptr'

/** Where the controls of a form have their options from, and where their files go. */
export type FormSources = {
  /** The values of a dictionary. */
  choices(typeCode: string): Promise<readonly Offered[]>
  /** Whom a name means: with `search` whoever is like it, with `exact` only whoever is called so. */
  find(what: Choosable, name: string): Promise<Found[]>
  finding: 'search' | 'exact'
  /** The areas below others, by their names from the province on. */
  areas(path: readonly string[]): Promise<string[]>
  send(file: File): Promise<SentFile>
  /** Where a file that was sent before is. */
  linkOf?(fileNo: string): string | undefined
}
