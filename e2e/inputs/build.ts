import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the page of the inputs, as the product is built, into a folder that a server can show. */
export async function buildInputs(outDir: string) {
  const before = process.env.NODE_ENV
  // Under tests some components behave otherwise.
  process.env.NODE_ENV = 'production'
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 4000, modulePreload: { polyfill: false } },
  })
  process.env.NODE_ENV = before
  // The server asks for the other pages, too.
  for (const page of ['docs.html', 'm.html']) writeFileSync(join(outDir, page), '')
}
