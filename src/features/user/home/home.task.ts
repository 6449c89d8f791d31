import type * as z from 'zod'
import type { Task } from './home.contract.ts'

type One = z.output<typeof Task>
export type Count = { cnt: number }

/** Returns a task; undefined where there is nothing to do. */
export const taskIfAny = (code: string, cnt: number, text: string, path: string): One | undefined =>
  cnt > 0 ? { code, cnt, text, path } : undefined

/** Formats 1284 as 1,284. */
export const groupedDigits = (cnt: number) => cnt.toLocaleString('zh-CN')
