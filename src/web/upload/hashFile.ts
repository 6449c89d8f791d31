type Told = { done: number } | { hash: string }

/** Returns the SHA-256 of a file, in hexadecimal digits; `onRead` receives the number of bytes read. */
export function hashFile(file: File, onRead: (bytes: number) => void, signal?: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => ('hash' in data ? resolve(data.hash) : onRead(data.done))
    worker.onerror = () => reject(new Error(`“${file.name}”读不出来，请重新选择`))
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
