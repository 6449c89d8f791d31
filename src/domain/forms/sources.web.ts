import type { Offered } from '#contract/form/values.ts'

export type PickedOption = { no: string; name: string }
/** Describes a found person or class, with a note that tells entries of one name apart. */
export type Found = PickedOption & { des: string | null }
export type SentFile = { fileNo: string; name: string; size: number }

/** Names what can be chosen from: employees, students, classes, guardians. */
export type Choosable = 'emp' | 'stu' | 'unit' | 'ptr'

/** Describes where the controls of a form read their options and store their files. */
export type FormSources = {
  /** Reads the values of a dictionary. */
  choices(typeCode: string): Promise<readonly Offered[]>
  /** Finds whom a name means: with `search` all similar names, with `exact` only this name. */
  find(what: Choosable, name: string): Promise<Found[]>
  finding: 'search' | 'exact'
  /** Reads the areas below others, by their names from the province on. */
  areas(path: readonly string[]): Promise<string[]>
  /** Stores a file for the field of this number. */
  send(file: File, clmnNo: string): Promise<SentFile>
  /** Returns the address of a file that was sent before; undefined where it has none. */
  linkOf?(fileNo: string): string | undefined
}
