import type * as z from 'zod'
import type { Task } from './home.contract.ts'

type One = z.output<typeof Task>
export type Count = { cnt: number }

/** Returns a task; undefined where there is nothing to do. */
export const task = (code: string, cnt: number, text: string, path: string): One | undefined =>
  cnt > 0 ? { code, cnt, text, path } : undefined

/** Formats 1284 as 1,284. */
export const amount = (cnt: number) => cnt.toLocaleString('zh-CN')
