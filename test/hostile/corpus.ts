import { isSampled } from '../support/sample.ts'
import { archives } from './archives.ts'
import { disguises } from './disguises.ts'
import { drawings } from './drawings.ts'
import type { Hostile } from './hostile.ts'
import { oddNames } from './names.ts'
import { pictures } from './pictures.ts'
import { polyglots } from './polyglots.ts'
import { torn } from './samples.ts'

/** Makes all hostile files anew; `home` is the address that their scripts and links call. */
export const corpus = async (home: string): Promise<Hostile[]> => [
  ...drawings(home),
  ...disguises(home),
  ...(await polyglots(home)),
  ...oddNames(),
  ...archives(home),
  ...(await pictures(home)),
  ...(await torn()),
]

/** Makes those that `npm test` takes of them. */
export const sampled = async (home: string): Promise<Hostile[]> => (await corpus(home)).filter(({ what }) => isSampled(what, 6))
