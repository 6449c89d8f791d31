import type * as z from 'zod'
import type { Task } from './home.contract.ts'

type One = z.output<typeof Task>
export type Count = { cnt: number }

/** A task, where there is anything to do. */
export const task = (code: string, cnt: number, text: string, path: string): One | undefined =>
  cnt > 0 ? { code, cnt, text, path } : undefined

/** 1284 as 1,284. */
export const amount = (cnt: number) => cnt.toLocaleString('zh-CN')
