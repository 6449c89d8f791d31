import { isUtf8 } from 'node:buffer'
import { drawnElements } from './svgCopies.ts'

// Limits the elements to what browsers still draw at once, copies of parts counted each time.
const mostElements = 200_000

/** Matches what may run, load or point elsewhere, in the whole text: what is doubtful is refused and never cleaned. */
const forbidden = [
  // Excludes a document type, which brings entities, and another encoding, which would be read otherwise elsewhere.
  /<!(?!--|\[CDATA\[)/,
  /<\?(?!xml\s)/i,
  /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i,
  /<(?:[^\s<>/:]+:)?(?:script|foreignobject|iframe|frame|embed|object|audio|video|handler|listener|set|animate\w*|link|meta|base)[\s/>]/i,
  /1999\/xhtml/i,
  /[\s"'/:]on\w+\s*=/i,
  /javascript:/i,
  /xml:base/i,
  // Allows only references to parts of the drawing itself and pictures inside it.
  /(?:href|src)\s*=(?!\s*["']\s*(?:#|data:image\/(?:png|jpe?g|gif);))/i,
  /url\((?!\s*(?:["']\s*)?#)/i,
  /@import|image-set/i,
  // Excludes backslashes, with which style sheets spell any word.
  /\\/,
]

/**
 * Tells whether a drawing is complete and static: no script, no event, no document type, nothing from elsewhere, no endless
 * copies.
 */
export function isStillSvg(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  const whole = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const text = spellOut(whole).trim()
  const isWhole = /^<(?:\?xml\s|!--|svg[\s>])/.test(text) && /<svg[\s>]/.test(text) && /<\/svg\s*>$/.test(text)
  return isWhole && !forbidden.some((pattern) => pattern.test(text)) && drawnElements(whole) <= mostElements
}

// Decodes references to letters; only letters of ASCII make up what is forbidden.
const spellOut = (text: string) =>
  text
    .replace(/&#(?:x([0-9a-f]+)|([0-9]+));/gi, (_, hex?: string, decimal = '') => {
      const letter = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return letter < 128 ? String.fromCharCode(letter) : ' '
    })
    .replace(/&(?:quot|apos);/g, '"')
