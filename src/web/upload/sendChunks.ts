import { codes } from '#contract/codes.ts'
import { chunkSize, upload } from '#contract/shell/upload.contract.ts'
import { limitLanes } from '#web/form/attachment/attachments.ts'
import { checkConnection, untilOnline } from '#web/api/connection.ts'
import { CallError, type Out, send } from '#web/api/send.ts'
import { sendFile } from '#web/api/sendFile.ts'
import { hashFile } from './hashFile.ts'

type Progress = Out<typeof upload.createchunk>
type Sent = NonNullable<Progress['file']>

// Sets the share of the bar for reading a file.
const reading = 0.1
// Sets the pauses before something lost is sent again, in milliseconds; then it is given up.
const pauses = [1000, 2000, 4000, 8000, 15_000]

/** Sends a large file in chunks, three at once, those that are missing: what was sent before a break is not sent again. */
export async function sendChunks(file: File, onSent: (percent: number) => void, signal: AbortSignal): Promise<Sent> {
  const tell = (share: number) => onSent(Math.floor(share * 100))
  const sha256 = await hashFile(file, (bytes) => tell((reading * bytes) / file.size), signal)
  for (;;) {
    const begun = await again(() => send(upload.createchunk, { name: file.name, size: file.size, sha256 }), signal)
    const sent = begun.file ?? (await sendMissing(file, begun, (share) => tell(reading + (1 - reading) * share), signal))
    if (sent) return sent
    // Waits for another window of the same person, which has sent the last chunk.
    await pause(pauses[0] as number, signal)
  }
}

async function sendMissing(file: File, { upldNo, have, parts }: Progress, tell: (share: number) => void, signal: AbortSignal) {
  const inLane = limitLanes(3)
  const done = new Map(have.map((idx) => [idx, 1]))
  const share = () => tell([...done.values()].reduce((sum, one) => sum + one, 0) / parts)
  const missing = Array.from({ length: parts }, (_, idx) => idx).filter((idx) => !done.has(idx))
  const answers = await Promise.all(
    missing.map((idx) =>
      inLane(() => {
        signal.throwIfAborted()
        const chunk = new File([file.slice(idx * chunkSize, (idx + 1) * chunkSize)], 'chunk')
        const onSent = (percent: number) => {
          done.set(idx, percent / 100)
          share()
        }
        return again(() => sendFile(upload.uploadchunk, { upldNo, idx, file: chunk }, onSent, signal), signal)
      }),
    ),
  )
  return answers.find((answer) => answer.file)?.file
}

/** Sends a file that comes in one piece, again where the network lost it. */
export const sendWhole = (file: File, onSent: (percent: number) => void, signal: AbortSignal): Promise<Sent> =>
  again(() => sendFile(upload.upload, { file }, onSent, signal), signal)

/** Sends a file: in chunks where one is not enough, so that after a break only the rest is sent. */
export const sendAny = (file: File, onSent: (percent: number) => void, signal: AbortSignal): Promise<Sent> =>
  (file.size > chunkSize ? sendChunks : sendWhole)(file, onSent, signal)

/** Retries what the network lost, as soon as it is back, and for a while what the server had no time for. */
export async function again<T>(work: () => Promise<{ result: T }>, signal: AbortSignal): Promise<T> {
  for (const wait of pauses) {
    try {
      return (await work()).result
    } catch (error) {
      const isPassing = error instanceof CallError && (error.code === codes.busy[0] || error.code < 0)
      if (!isPassing) throw error
      await checkConnection()
      await untilOnline(signal)
      await pause(wait, signal)
    }
  }
  return (await work()).result
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
