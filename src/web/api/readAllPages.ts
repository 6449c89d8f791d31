import type { Call } from '#contract/call.ts'
import { type In, type Out, send } from './send.ts'

const pageSize = 100
type Paged = Call & { output: { _zod: { output: { datas: unknown[] } } } }

/** Reads all rows of a paged call, page by page. */
export async function readAllPages<C extends Paged>(call: C, input: In<C>): Promise<Out<C>['datas']> {
  const rows: unknown[] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const { result } = await send(call, { ...input, pageIndex, pageSize } as In<C>)
    const { datas } = result as { datas: unknown[] }
    rows.push(...datas)
    if (datas.length < pageSize) return rows as Out<C>['datas']
  }
}
