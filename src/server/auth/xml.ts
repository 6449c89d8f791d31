/** An element with its namespace settled; `text` is what stands directly in it. */
export type Element = { space: string; name: string; text: string; children: Element[]; spaces: ReadonlyMap<string, string> }

const broken = () => new Error('not the XML that is spoken here')

const tag = /<(\/?)([^\s<>/="'&!?]+)((?:\s+[^\s<>/="'&!?]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const deepest = 20

/**
 * Reads a short message whole: elements, attributes and text. A document type, comments, CDATA and processing instructions
 * are refused, for two readers could understand them differently; so is everything that is not well formed.
 */
export function readStrictXml(written: string): Element {
  const text = written.replace(/^\uFEFF?<\?xml\s[^?<>]*\?>/, '').trim()
  const top: Element = { space: '', name: '', text: '', children: [], spaces: new Map() }
  const open = [top]
  for (let at = 0; at < text.length; ) {
    const inside = open.at(-1) as Element
    if (text[at] !== '<') {
      const end = nextTag(text, at)
      inside.text += plain(text.slice(at, end))
      at = end
      continue
    }
    tag.lastIndex = at
    const [whole = '', closing, name = '', attributes = '', empty] = tag.exec(text) ?? []
    if (!whole) throw broken()
    at += whole.length
    if (closing) {
      if (attributes || empty || open.length < 2 || !isNamed(inside, name)) throw broken()
      open.pop()
    } else {
      const element = elementOf(name, attributes, inside.spaces)
      inside.children.push(element)
      if (!empty) open.push(element)
      if (open.length > deepest) throw broken()
    }
  }
  const [root] = top.children
  if (!root || open.length > 1 || top.children.length > 1 || top.text.trim()) throw broken()
  return root
}

const nextTag = (text: string, from: number) => {
  const at = text.indexOf('<', from)
  return at < 0 ? text.length : at
}

function elementOf(written: string, attributes: string, above: ReadonlyMap<string, string>): Element {
  const spaces = new Map(above)
  const seen = new Set<string>()
  for (const [, name = '', double, single = ''] of attributes.matchAll(attribute)) {
    if (seen.has(name)) throw broken()
    seen.add(name)
    if (name === 'xmlns') spaces.set('', plain(double ?? single))
    if (name.startsWith('xmlns:')) spaces.set(name.slice(6), plain(double ?? single))
  }
  const [prefix, name] = split(written)
  const space = spaces.get(prefix) ?? ''
  if (prefix && !space) throw broken()
  return { space, name, text: '', children: [], spaces }
}

// The same prefix may not stand for something else at the end of an element than at its beginning.
const isNamed = ({ space, name, spaces }: Element, written: string) => {
  const [prefix, local] = split(written)
  return local === name && (spaces.get(prefix) ?? '') === space
}

const split = (written: string): [prefix: string, name: string] => {
  const at = written.indexOf(':')
  return at < 0 ? ['', written] : [written.slice(0, at), written.slice(at + 1)]
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// The five names that XML itself knows, and numbers; anything else would need a document type.
function plain(text: string): string {
  return text.replace(/&([^;]{0,10});?/g, (whole, entity: string) => {
    const number = /^#(?:(\d{1,7})|x([\da-f]{1,6}))$/i.exec(entity)
    const code = number?.[1] ? Number(number[1]) : Number.parseInt(number?.[2] ?? '', 16)
    const sign = number ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : named[entity]
    if (sign === undefined || !whole.endsWith(';')) throw broken()
    return sign
  })
}
