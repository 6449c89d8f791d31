import { SaxesParser, type SaxesTagNS } from 'saxes'

/** Receives a document piece by piece: names come without their prefix, texts with their entities resolved. */
export type XmlHandler = {
  open?(name: string, attribute: (name: string) => string | undefined, space: string): void
  close?(name: string): void
  text?(text: string): void
  /** Receives CDATA sections; without it they are text. */
  cdata?(text: string): void
  /** Sees comments and processing instructions; without it they are passed over. */
  aside?(): void
  /** Throws what refuses a document type. */
  doctype(): never
}

// Limits a tag or text, far above any in an honest document; a cell of a workbook holds 32,767 characters at most.
const longestPiece = 2 ** 20

/**
 * Reads XML with namespaces as it comes. Throws when it is not well formed, when elements are nested deeper than
 * `deepest`, and when there is no tag within a million characters.
 */
export function createXmlReader(handler: XmlHandler, deepest: number): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let sinceTag = 0
  parser.on('opentag', (tag) => {
    sinceTag = 0
    if (++depth > deepest) throw new Error('elements are nested too deep')
    handler.open?.(tag.local, (name) => attributeOf(tag, name), tag.uri)
  })
  parser.on('closetag', ({ local }) => {
    sinceTag = 0
    depth--
    handler.close?.(local)
  })
  // Sets only what is asked for: with more than five listeners the object of the parser becomes slow, and reading with it.
  const { text, cdata = text, aside, doctype } = handler
  parser.on('doctype', doctype)
  if (text) parser.on('text', text)
  if (cdata) parser.on('cdata', cdata)
  if (aside) parser.on('comment', aside)
  if (aside) parser.on('processinginstruction', aside)
  return {
    write(written) {
      parser.write(written)
      sinceTag += written.length
      if (sinceTag > longestPiece) throw new Error('there is no tag within a million characters')
    },
    end: () => void parser.close(),
  }
}

function attributeOf({ attributes }: SaxesTagNS, wanted: string): string | undefined {
  for (const name in attributes) if (attributes[name]?.local === wanted) return attributes[name].value
  return undefined
}
