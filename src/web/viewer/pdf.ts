import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PasswordException,
  ResponseException,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

// Holds the folder of character tables, fonts and decoders, each fetched when a document needs it (scripts/pdfParts.ts).
const parts = `/assets/pdf-${version}`

export type Pdf = PDFDocumentProxy

/** Opens a document by its link: only the parts that are looked at are fetched, no script in it runs. */
export const openPdf = (url: string): PDFDocumentLoadingTask =>
  getDocument({
    url,
    cMapUrl: `${parts}/cmaps/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    wasmUrl: `${parts}/wasm/`,
    iccUrl: `${parts}/iccs/`,
    rangeChunkSize: 2 ** 18,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: 100_000_000,
    verbosity: 0,
  })

/** Explains to the reader why a document does not open. */
export function whyNot(error: unknown): string {
  if (error instanceof PasswordException) return '这份 PDF 有密码，请下载后打开'
  if (error instanceof ResponseException) return '链接已失效，请刷新页面后再试'
  return '这份 PDF 不完整，打不开'
}
