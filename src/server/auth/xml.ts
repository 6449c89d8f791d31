import { createXmlReader } from '#server/base/xml.ts'

/** Describes an element with its namespace resolved; `text` is its direct text. */
export type Element = { space: string; name: string; text: string; children: Element[] }

const deepest = 20

/**
 * Reads a short message completely: elements and text. Throws for a document type, comments, CDATA and processing instructions,
 * which two readers could understand differently, and for anything that is not well formed.
 */
export function readStrictXml(written: string): Element {
  const top: Element = { space: '', name: '', text: '', children: [] }
  const open = [top]
  const refuse = (): never => {
    throw new Error('not the XML that is spoken here')
  }
  const reader = createXmlReader(
    {
      open(name, _, space) {
        const element: Element = { space, name, text: '', children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      close: () => void open.pop(),
      text(text) {
        const inside = open.at(-1)
        if (inside) inside.text += text
      },
      cdata: refuse,
      aside: refuse,
      doctype: refuse,
    },
    deepest,
  )
  reader.write(written)
  reader.end()
  return top.children[0] ?? refuse()
}
