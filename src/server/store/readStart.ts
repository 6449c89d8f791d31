import { open } from 'node:fs/promises'

/** Reads the first bytes of a file, which tell its type. */
export async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
