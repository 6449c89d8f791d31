import type { PictureCalls, PictureRow } from '../pictures.contract.ts'

/** What a row of the preview says of the person it is meant for, under the names that such people have. */
export type Told = Record<string, string | null>

/** Somebody whom a photo is meant for. */
export type Somebody = { no: string | null; name: string | null; ownNo: string | null; place: string | null }

/** Whose photos are taken in, and the words for it. */
export type PictureSubject = {
  calls: PictureCalls
  /** What the page is called. */
  title: string
  /** 员工 or 学生, and the page that lists them. */
  noun: string
  list: string
  /** What file names may be, and an example of the first. */
  titles: Record<string, string>
  example: string
  /** Who consents that faces are taken, and what is confirmed of all of them. */
  consents: string
  consent: string
  somebodyOf(row: PictureRow & Told): Somebody
}
