import type { Call } from '#contract/call.ts'
import { type In, type Out, send } from './send.ts'

const pageSize = 100
type Paged = Call & { output: { _zod: { output: { datas: unknown[] } } } }

/** Reads a paged call page after page, up to the last one, which is not full. */
export async function* readPages<C extends Call>(call: C, input: In<C>): AsyncGenerator<Out<C>> {
  for (let pageIndex = 1; ; pageIndex++) {
    const { result } = await send(call, { ...input, pageIndex, pageSize } as In<C>)
    yield result
    // Relies on every paged call answering the page of the contract.
    if ((result as { datas: unknown[] }).datas.length < pageSize) return
  }
}

/** Reads all rows of a paged call. */
export async function readAllPages<C extends Paged>(call: C, input: In<C>): Promise<Out<C>['datas']> {
  const rows: unknown[] = []
  for await (const { datas } of readPages(call, input)) rows.push(...datas)
  return rows as Out<C>['datas']
}
