/**
 * Describes a named part of a drawing: its number of elements, the named parts in it, and the names of those that are drawn again
 * in it.
 */
type Part = { own: number; inner: Part[]; again: string[] }

// Matches a tag with its attributes; anything else is no XML.
const tag = /<(\/?)[^\s<>/!?"'=]+(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'<>])*)>/y
const asides = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
// Limits the depth of parts and of copies of copies.
const deepest = 200

/**
 * Counts the elements of a drawing with every copy of a part drawn: ten copies of ten copies, nine deep, stop every browser.
 * Infinite where a part is drawn within itself, and where it cannot be counted.
 */
export function drawnElements(text: string): number {
  const parts = new Map<string, Part>()
  const root = readParts(text, parts)
  if (!root) return Infinity
  const known = new Map<Part, number>()
  const weigh = (part: Part, depth: number): number => {
    const before = known.get(part)
    if (before !== undefined || depth > deepest * 2) return before ?? Infinity
    // Assumes a part endless until it is counted, for it may be within itself.
    known.set(part, Infinity)
    const copies = part.again.map((name) => parts.get(name)).filter((one) => one !== undefined)
    const weight = [...part.inner, ...copies].reduce((sum, one) => sum + weigh(one, depth + 1), part.own)
    known.set(part, weight)
    return weight
  }
  return weigh(root, 0)
}

/** Returns the whole as a part, and collects all parts by their names; undefined where tags do not match. */
function readParts(text: string, parts: Map<string, Part>): Part | undefined {
  const root: Part = { own: 0, inner: [], again: [] }
  const open = [root]
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const aside = asides.find(([begin]) => text.startsWith(begin, at))
    if (aside) {
      at = text.indexOf(aside[1], at + aside[0].length)
      if (at < 0) return undefined
      continue
    }
    tag.lastIndex = at
    const [whole, ends, attributes = ''] = tag.exec(text) ?? []
    const around = open.at(-1)
    if (whole === undefined || !around || open.length > deepest) return undefined
    at += whole.length
    if (ends) {
      open.pop()
      continue
    }
    const part = partOf(attributes, around, parts)
    if (!part) return undefined
    if (!attributes.endsWith('/')) open.push(part)
  }
  return open.length === 1 ? root : undefined
}

/** Returns the part that an element belongs to: its own where it has a name. Undefined where names are escaped. */
function partOf(attributes: string, around: Part, parts: Map<string, Part>): Part | undefined {
  const name = /\sid\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1]
  const again = [...attributes.matchAll(/(?:href\s*=\s*["']\s*|url\(\s*["']?)#([^"')]*)/g)].map(([, to = '']) => to.trim())
  // Refuses escaped names, which would not be found where they are drawn again; no honest drawing has them.
  if ([name ?? '', ...again].some((one) => /[%&]/.test(one))) return undefined
  const part: Part = name === undefined ? around : { own: 0, inner: [], again: [] }
  part.own += 1
  part.again.push(...again)
  if (name === undefined) return part
  around.inner.push(part)
  // Keeps the first of two parts of one name, as browsers do.
  if (!parts.has(name)) parts.set(name, part)
  return part
}
