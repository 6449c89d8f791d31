import type { DatabaseError } from 'pg'
import type { Call } from '#contract/call.ts'
import { codes, type FaultCode } from '#contract/codes.ts'
import { fieldLabel } from '#contract/explain.ts'
import type { Envelope } from '#contract/wire.ts'
import { camelOf } from './wireNames.ts'

/** Represents an expected failure: it becomes an envelope with its code, a sentence, and what helps to go on. */
export class Fault extends Error {
  code: FaultCode
  detail: unknown
  constructor(code: FaultCode, message: string = codes[code][1], detail: unknown = null) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

/** Returns the refusal of one field, with the sentence that stands below it. */
export const invalidField = (field: string, message: string) => new Fault('invalid', message, complaint(field, message))

/** Returns the refusal of a value that another record has, with the sentence that stands below its field. */
export const takenField = (field: string, message: string) => new Fault('taken', message, complaint(field, message))

export const toEnvelope = (fault: Fault): Envelope => ({
  code: codes[fault.code][0],
  result: fault.detail,
  message: fault.message,
})

/** Tells whether the database refused a value that another row has, or returned one of the other codes. */
export const isTaken = (code: string, ...others: string[]) => ['23505', '23P01', ...others].includes(code)

/** Tells whether the database was down, went down meanwhile, or takes no more connections, so that the call may be made again. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as Partial<DatabaseError>
  if (code?.match(/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0|08|53300)/) || isReadOnlyNode(error)) return true
  // Matches the driver's own words, for which it has no code.
  return /^Connection terminated|timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|is not queryable$/.test(
    message ?? '',
  )
}

/** Tells whether a node of the database refused to write, as one does that follows another, or followed one until just now. */
export const isReadOnlyNode = (error: unknown) => (error as { code?: string })?.code === '25006'

/** Tells whether there was no room on a disk: that of the files, or that of the database. */
export const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT', '53100'].includes((error as { code?: string })?.code ?? '')

type Told = { code: FaultCode; field?: string; message: string }
const told = new Map<string, Told>()

/** Registers what is said where the database holds a rule that the calls check before; `field`: the one that it is about. */
export const explainConstraints = (sentences: Record<string, Told>) =>
  Object.entries(sentences).forEach(([constraint, sentence]) => void told.set(constraint, sentence))

/** Returns what was registered of the constraint that the database refused by; undefined for others. */
export const toldOf = ({ constraint }: Partial<DatabaseError>): Told | undefined => told.get(constraint ?? '')

function faultOf({ code, field = '', message }: Told, { input }: Call): Fault {
  return new Fault(code, message, Object.hasOwn(input.shape, field) ? complaint(field, message) : null)
}

/** Returns what the database or the disk refused, in the words of the call's own labels; undefined where it is a bug. */
export function faultOfDatabase(error: unknown, call: Call, input: Record<string, unknown>): Fault | undefined {
  const { code, constraint } = error as DatabaseError
  const known = toldOf(error as DatabaseError)
  if (known) return faultOf(known, call)
  if (code && isTaken(code, '23503')) {
    const field = camelOf(constraint?.match(/^[a-z]+_(.+)_(?:key|fkey)$/)?.[1] ?? '')
    // Leaves out the name of a column that the input does not have.
    if (!Object.hasOwn(call.input.shape, field))
      return new Fault(code === '23503' ? 'missingReference' : 'taken', '有一项内容与现有的记录冲突，请刷新后再试')
    const label = fieldLabel(call.input, [field]) ?? field
    if (code === '23503')
      return new Fault('missingReference', `${label}指向的记录不存在或仍被使用`, complaint(field, '指向的记录不存在'))
    const value = typeof input[field] === 'string' && !field.match(/tel|idno/i) ? `“${input[field]}”` : ''
    return new Fault('taken', `${label}${value}已被使用`, complaint(field, `${label}${value}已被使用`))
  }
  if (isDiskFull(error)) return new Fault('noSpace')
  if (isUnreachable(error)) return new Fault('unavailable')
  if (code === '40001' || code === '40P01' || code === '57014' || code === '55P03') return new Fault('busy')
  return undefined
}

/** Returns the detail of a refusal that belongs to one field. */
export const complaint = (field: string, message: string) => ({ errors: [{ field, message }] })

/** Tells whether the same transaction may be tried again. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes((error as DatabaseError)?.code ?? '')
