import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** Puts beside the page what some PDF documents need: tables of Chinese characters, common fonts, decoders of scans. */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    apply: 'build',
    generateBundle() {
      // Leaves out the parts that run the scripts of a document.
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
        for (const name of readdirSync(join(root, folder)))
          if (!name.startsWith('quickjs'))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf-${version}/${folder}/${name}`,
              source: readFileSync(join(root, folder, name)),
            })
    },
  }
}
