import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    rollupOptions: { input: ['src/web/index.html', 'src/web/docs.html', 'src/web/m.html'] },
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
})
