import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './scripts/antdStyles.ts'
import { chunksFor } from './scripts/chunks.ts'
import { leanPackages } from './scripts/leanPackages.ts'
import { pageParts } from './scripts/pageParts.ts'
import { pdfParts } from './scripts/pdfParts.ts'

const page = (path: string) => join(import.meta.dirname, 'src', path)

// What comes first loads in few files and brings nothing that only later pages need.
const frame = page('app/web/frame/Frame.tsx')
const early = page('web/api/askEarly.ts')
const { plugin, groups } = chunksFor([
  ['early', [early]],
  ['start', [page('app/web/main.tsx'), page('features/common/user/signin.screen.tsx')]],
  ['home', [frame, page('features/user/home/home.screen.tsx')]],
  [
    'lists',
    [
      page('web/list/PageTable.tsx'),
      page('web/list/columns/actionsColumn.tsx'),
      page('web/list/columns/columns.tsx'),
      page('web/feedback/useConfirm.tsx'),
      page('web/feedback/useDialogs.tsx'),
      page('web/list/listState.ts'),
      page('web/feedback/useOpenedRecord.ts'),
      page('web/list/filters/Chips.tsx'),
      page('web/list/filters/CodeFilter.tsx'),
      page('web/page/useUrlParam.ts'),
      page('web/layout/Split.tsx'),
    ],
  ],
  ['trees', [page('web/tree/TreePanel.tsx')]],
])

// Keeps what the small pages are drawn with in one file, and what they fill in a form with in another: few compress better than many.
const small = chunksFor([
  ['base', [page('app/web/public/main.tsx'), page('web/stranger/Card.tsx'), page('web/stranger/ask.ts')]],
  ['form', [page('features/m/visit/visit.screen.tsx')]],
])

// Names files by seven letters of their content: enough to tell a build from those before, and the pages list hundreds of them.
const output = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/** Of two builds into one folder `small` is that of the pages beside the office, which load little. */
export default defineConfig(({ mode }) => {
  const isSmall = mode === 'small'
  return {
    root: 'src/app/web',
    // The folder of that name holds pages for people without an account.
    publicDir: false,
    plugins: [
      react(),
      antdStyles(),
      leanPackages(),
      ...(isSmall ? [small.plugin] : [plugin, pageParts(frame, early), pdfParts()]),
    ],
    build: {
      outDir: '../../../dist/web',
      emptyOutDir: !isSmall,
      rolldownOptions: isSmall
        ? {
            input: [page('app/web/m.html'), page('app/web/docs.html')],
            output: { ...output, codeSplitting: { groups: small.groups } },
          }
        : { input: [page('app/web/index.html')], output: { ...output, codeSplitting: { groups } } },
      target: 'es2023',
      chunkSizeWarningLimit: 2000,
      modulePreload: { polyfill: false },
    },
  }
})
