import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import type { Context } from './context.ts'

/** Describes the validated input of a call, whose enterprise the pipeline has settled. */
export type Input<C extends Call> = z.output<C['input']> & { entNo: string }

type Handler<C extends Call> = (input: Input<C>, context: Context) => Promise<z.input<C['output']>>

/** Describes a call with the function that answers it. */
export type Served = { call: Call; handler: Handler<Call> }

const served = new Map<string, Served>()

/** Returns a call by its path, as history names it; undefined where there is none. */
export const callOf = (path: string) => served.get(path)?.call

/** Lists every call that is served. */
export const allCalls = (): Call[] => [...served.values()].map(({ call }) => call)

/** Returns the handler of a call, for code that does the same in its own transaction, by the same rules. */
export function handlerOf({ path }: Pick<Call, 'path'>): Handler<Call> {
  const found = served.get(path)
  if (!found) throw new Error(`${path} is not served`)
  return found.handler
}

/** Joins the calls of one contract with their handlers, one for each. */
export function serve<Calls extends Record<string, Call>>(
  calls: Calls,
  handlers: { [Name in keyof Calls]: Handler<Calls[Name]> },
): Served[] {
  return Object.entries(calls).map(([name, call]) => {
    const handler = handlers[name]
    if (!handler) throw new Error(`${call.path} has no handler`)
    // Casts the handler: the pipeline validates the input by the very contract that it is typed with.
    const one = { call, handler: handler as unknown as Handler<Call> }
    served.set(call.path, one)
    return one
  })
}
