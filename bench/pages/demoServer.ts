import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the product with the demo data in a process of its own; `url` ends without a slash. */
export async function startDemo(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'campus-pages-'))
  chmodSync(folder, 0o711)
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', DEMO: '1' }
  const server = spawn(process.execPath, ['src/app/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let told = ''
    server.once('exit', () => reject(new Error('the server did not start')))
    server.stdout.on('data', (chunk) => {
      told += chunk
      const address = told.match(/http:\/\/localhost:\d+/)?.[0]
      if (address) resolve(address)
    })
  })
  return {
    url,
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
