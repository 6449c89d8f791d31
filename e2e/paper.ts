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
    // Reads characters as they are typed, not as the font names them.
    const text = words.map(({ str }) => str).join('')
    sheets.push({ text: text.normalize('NFKC').replaceAll(/\s/g, ''), isAcross: width > height, isCut: beyond })
  }
  await reading.destroy()
  return sheets
}
