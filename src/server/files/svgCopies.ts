import { SaxesParser } from 'saxes'

/**
 * Describes a named part of a drawing: its number of elements, the named parts in it, and the names of those that are drawn again
 * in it.
 */
type Part = { own: number; inner: Part[]; again: string[] }

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
    let weight = part.own
    for (const one of part.inner) weight += weigh(one, depth + 1)
    for (const name of part.again) weight += weighNamed(name, depth)
    known.set(part, weight)
    return weight
  }
  const weighNamed = (name: string, depth: number) => {
    const copied = parts.get(name)
    return copied ? weigh(copied, depth + 1) : 0
  }
  return weigh(root, 0)
}

/** Returns the whole as a part, and collects all parts by their names; undefined for what is no XML. */
function readParts(text: string, parts: Map<string, Part>): Part | undefined {
  const root: Part = { own: 0, inner: [], again: [] }
  const open = [root]
  // Reads names with their prefixes as they are written, for drawings are often taken from pages that declare them elsewhere.
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ attributes }) => {
    if (open.length > deepest) throw new Error('elements are nested too deep')
    open.push(partOf(attributes, open.at(-1) ?? root, parts))
  })
  parser.on('closetag', () => void open.pop())
  try {
    parser.write(text).close()
    return root
  } catch {
    return undefined
  }
}

/** Returns the part that an element belongs to: its own where it has a name. Throws where names are escaped. */
function partOf(attributes: Record<string, string>, around: Part, parts: Map<string, Part>): Part {
  let name: string | undefined
  const again: string[] = []
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'id') name = value
    else if (/(?:^|:)href$/.test(key) && value.trim().startsWith('#')) again.push(value.trim().slice(1))
    for (const [, to = ''] of value.matchAll(/url\(\s*(?:["']\s*)?#([^"')]*)/gi)) again.push(to.trim())
  }
  // Refuses escaped names, which would not be found where they are drawn again; no honest drawing has them.
  if ([name ?? '', ...again].some((one) => one.includes('%'))) throw new Error('names are escaped')
  const part: Part = name === undefined ? around : { own: 0, inner: [], again: [] }
  part.own += 1
  for (const one of again) part.again.push(one)
  if (name === undefined) return part
  around.inner.push(part)
  // Keeps the first of two parts of one name, as browsers do.
  if (!parts.has(name)) parts.set(name, part)
  return part
}
