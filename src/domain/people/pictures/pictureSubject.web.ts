import type { PictureCalls, PictureRow, Somebody } from '../pictures.contract.ts'

/** Describes the person a row of the preview is meant for, under the field names of such people. */
export type PictureWho = Record<string, string | null>

/** Describes the people whose photos are imported, and the words for it. */
export type PictureSubject = {
  calls: PictureCalls
  /** Names the page. */
  title: string
  /** Names them 员工 or 学生, with the page that lists them. */
  noun: string
  list: string
  /** Names what file names may be, with an example of the first. */
  titles: Record<string, string>
  example: string
  /** Names who consents to storing faces, and what is confirmed of all of them. */
  consents: string
  consent: string
  somebodyOf(row: PictureRow & PictureWho): Somebody
}
