import { momentPicture, moments } from './moments.ts'
import { ofAnybody, ofPlatform, ofSchool } from './pages.ts'

export const pictureWidths = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

/** Returns the name of the picture of a page, without its width. */
export const pictureOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, '-')

/** Lists pages shown in dark as well. */
export const inDark = ofSchool.filter(([path]) => ['/dashboard', '/ent/emp'].includes(path))

const pages = [...ofAnybody, ...[...ofSchool, ...ofPlatform].map(([path]) => path), ...inDark.map(([path]) => `${path}-dark`)]

/** Lists every picture that `npm run screenshots` makes, without its ending. */
export const pictureNames = new Set([
  ...pages.flatMap((path) => pictureWidths.map(([width]) => `${pictureOf(path)}-${width}`)),
  ...moments.map(momentPicture),
])
