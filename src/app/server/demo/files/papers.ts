import { docxFile } from './docx.ts'
import { partsOf } from './parts.ts'
import { pdfFile } from './pdf.ts'
import { pptxFile } from './pptx.ts'

/** Writes a paper in Markdown as a file of Word, PowerPoint or PDF. */
export const docx = (markdown: string) => ({ type: 'docx', file: async () => docxFile(await partsOf(markdown)) })
export const pptx = (markdown: string) => ({ type: 'pptx', file: async () => pptxFile(await partsOf(markdown)) })
export const pdf = (markdown: string) => ({ type: 'pdf', file: async () => pdfFile(await partsOf(markdown)) })
