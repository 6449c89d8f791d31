import { useLayoutEffect, useRef, useState } from 'react'
import { type Attachment, FileState } from '#contract/attachment.ts'
import { largestWhole } from '#contract/shell/upload.contract.ts'
import { formatBytes } from '#web/page/format.ts'
import { sendChunks, sendWhole } from '#web/upload/sendChunks.ts'
import { toast } from '#web/feedback/toast.ts'
import { limitLanes, type AttachmentLimits, refuseFile } from './attachments.ts'

/** Describes a file on its way: the percentage sent, whether it is paused, or why it was not sent. */
export type Sending = { file: File; percent: number; problem?: string; isPaused?: boolean; stop: AbortController }

/** Tells whether a file comes in chunks, and so can pause and go on. */
export const isLarge = ({ size }: { size: number }) => size > largestWhole

const inTurn = limitLanes(3)
let last = 0

/** Returns a number for a file that has none yet, free also among those of a draft. */
function newNo(files: readonly Attachment[]): string {
  do last += 1
  while (files.some(({ fileNo }) => fileNo === `new-${last}`))
  return `new-${last}`
}

const isSame = (one: Named, other: Named) => one.name === other.name && one.size === other.size

/** Tells whether a file was still being sent when the form was left. */
export const isLost = ({ success }: Attachment, sending: Sending | undefined) => success < FileState.sent && !sending

type Named = { name: string; size: number }
type OnChange = ((files: Attachment[]) => void) | undefined

/** Sends files and tells their states in the list that a form holds. */
export function useAttachments(value: Attachment[], onChange: OnChange, { types, most, largest }: AttachmentLimits) {
  const [sendings, setSendings] = useState<Record<string, Sending>>({})
  // Keeps the present values for uploads, which outlive the render in which they began.
  const now = useRef({ value, onChange })
  useLayoutEffect(() => void (now.current = { value, onChange }))
  const put = (files: Attachment[]) => {
    now.current.value = files
    now.current.onChange?.(files)
  }
  const change = (fileNo: string, to: Partial<Attachment>) =>
    put(now.current.value.map((one) => (one.fileNo === fileNo ? { ...one, ...to } : one)))
  const tell = (fileNo: string, to: Partial<Sending>) =>
    setSendings((all) => (all[fileNo] ? { ...all, [fileNo]: { ...all[fileNo], ...to } } : all))

  const begin = async (fileNo: string, file: File) => {
    const stop = new AbortController()
    setSendings((all) => ({ ...all, [fileNo]: { file, percent: 0, stop } }))
    try {
      const sent = await inTurn(() => {
        stop.signal.throwIfAborted()
        change(fileNo, { success: FileState.sending })
        const sendIt = isLarge(file) ? sendChunks : sendWhole
        return sendIt(file, (percent) => tell(fileNo, { percent }), stop.signal)
      })
      change(fileNo, { fileNo: sent.fileNo, name: sent.name, size: sent.size, success: FileState.sent })
    } catch (error) {
      if (stop.signal.aborted) return
      tell(fileNo, { problem: (error as Error).message })
      change(fileNo, { success: FileState.failed })
    }
  }
  /** Goes on with a file that was on its way when the form was left; only its own content is its rest. */
  const goOn = (lost: Attachment, file: File) => {
    if (isSame(lost, file)) void begin(lost.fileNo, file)
    else toast.error(`“${file.name}”不是同一个文件，请选择“${lost.name}”（${formatBytes(lost.size)}）`)
  }
  const add = (file: File) => {
    const lost = now.current.value.find((one) => isSame(one, file) && isLost(one, sendings[one.fileNo]))
    if (lost) return goOn(lost, file)
    const refused = refuseFile(file, { types, most, largest }, now.current.value.length)
    if (refused) return toast.error(refused)
    const fileNo = newNo(now.current.value)
    put([...now.current.value, { fileNo, name: file.name, size: file.size, success: FileState.waiting }])
    void begin(fileNo, file)
  }
  const retry = (fileNo: string) => {
    const sending = sendings[fileNo]
    if (sending) void begin(fileNo, sending.file)
  }
  const rest = (fileNo: string) => {
    sendings[fileNo]?.stop.abort()
    tell(fileNo, { isPaused: true })
    change(fileNo, { success: FileState.waiting })
  }
  const remove = (fileNo: string) => {
    sendings[fileNo]?.stop.abort()
    put(now.current.value.filter((one) => one.fileNo !== fileNo))
  }
  return { add, goOn, retry, rest, remove, sendings }
}
