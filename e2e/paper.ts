import type { Page } from 'playwright-core'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Sheet = {
  /** Holds what stands on it, without spaces. */
  text: string
  isAcross: boolean
  /** Tells whether something stands beyond its edges. */
  isCut: boolean
}

/** Lets the browser think that it prints, which it does not here; `hasPrinted` tells how often it was asked. */
export async function catchPrint(page: Page) {
  await page.evaluate(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: printedOf() + 1 }) })
    function printedOf() {
      return (window as unknown as { printed: number }).printed
    }
  })
  return {
    hasPrinted: () => page.waitForFunction(() => (window as unknown as { printed: number }).printed > 0),
  }
}

/** Prints what the browser would put on paper now, and reads it again sheet by sheet. */
export async function sheetsOf(page: Page): Promise<Sheet[]> {
  const file = await page.pdf({ preferCSSPageSize: true })
  const reading = getDocument({ data: new Uint8Array(file), verbosity: 0 })
  const paper = await reading.promise
  const sheets: Sheet[] = []
  for (let at = 1; at <= paper.numPages; at++) {
    const sheet = await paper.getPage(at)
    const { width, height } = sheet.getViewport({ scale: 1 })
    const { items } = await sheet.getTextContent()
    const words = items.filter((item) => 'str' in item)
    const beyond = words.some(
      ({ str, transform, width: long }) => str.trim() && (transform[4] < 0 || transform[4] + long > width),
    )
    const text = words.map(({ str }) => str).join('')
    sheets.push({ text: asTyped(text).replaceAll(/\s/g, ''), isAcross: width > height, isCut: beyond })
  }
  await reading.destroy()
  return sheets
}

// Returns characters as they are typed, where the font of a sheet names some by their radicals.
const asTyped = (text: string) => text.normalize('NFKC').replaceAll(/[⻚⻓⻩⻢⻜⺠]/g, (one) => radicals[one] ?? one)
const radicals: Record<string, string> = { '⻚': '页', '⻓': '长', '⻩': '黄', '⻢': '马', '⻜': '飞', '⺠': '民' }
