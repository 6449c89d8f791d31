import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunksFor } from './scripts/chunks.ts'
import { pdfParts } from './scripts/pdfParts.ts'

const page = (path: string) => join(import.meta.dirname, 'src', path)

// What comes first loads in few files and brings nothing that only later pages need.
const { plugin, groups } = chunksFor([
  ['start', [page('web/main.tsx'), page('features/common/user/signin.screen.tsx')]],
  ['home', [page('web/layout/Frame.tsx'), page('features/user/home/home.screen.tsx')]],
  ['lists', [page('web/PageTable.tsx'), page('web/moreColumn.tsx'), page('web/columns.tsx'), page('web/useConfirm.tsx')]],
])

/** Of two builds into one folder `small` is that of the pages beside the office, which load little. */
export default defineConfig(({ mode }) => {
  const isSmall = mode === 'small'
  return {
    root: 'src/web',
    plugins: [react(), ...(isSmall ? [] : [plugin, pdfParts()])],
    build: {
      outDir: '../../dist/web',
      emptyOutDir: !isSmall,
      rolldownOptions: isSmall
        ? { input: ['src/web/m.html', 'src/web/docs.html'] }
        : { input: ['src/web/index.html'], output: { codeSplitting: { groups } } },
      target: 'es2023',
      chunkSizeWarningLimit: 2000,
      modulePreload: { polyfill: false },
    },
  }
})
