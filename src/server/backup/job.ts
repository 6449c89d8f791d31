import type { Env } from '#server/process/env.ts'

/**
 * Describes how a backup is encrypted or opened: to a public key (`age1…`), which needs no secret on the machine, or by a passphrase
 * that is typed in; opened by the file that holds the key's other half. All undefined: not encrypted.
 */
export type Lock = { recipient?: string | undefined; passphrase?: boolean | undefined; identity?: string | undefined }

/** Describes one run of a command: its settings, its output, and what has to be closed however it ends. */
export type BackupJob = {
  settings: Env
  /** Says how the backup is encrypted, or opened. */
  lock: Lock
  say(line: string): void
  warn(line: string): void
  /** Registers what is closed in the reverse order, also after a failure or a signal. */
  onEnd(close: () => unknown): void
}

const number = new Intl.NumberFormat('zh-CN')
export const countText = (count: number) => number.format(count)

export function sizeOf(bytes: number): string {
  if (bytes < 2 ** 20) return `${Math.ceil(bytes / 2 ** 10)} KB`
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(2)} GB`
}
