import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { flag, none, note, time14 } from '#contract/fields.ts'

const apart = { place: 'caller', undo: false } as const
const token = z.string().min(1).max(300).meta({ title: '确认凭据' })

/** Describes a visit in the question to the host. */
const Asked = z.object({
  vstName: z.string(),
  workUnit: z.string().nullable(),
  rsn: z.string().nullable(),
  mateCnt: z.int(),
  toEmpName: z.string(),
  planSDt: time14,
  planEDt: time14,
})

/** Describes an asked visit; once it was answered, or has expired, only that. */
export const AskedVisit = z.object({ entName: z.string(), stt: z.string(), asked: Asked.nullable() })

/** Defines the calls to answer a visit by a link that is good for this one (docs/spec/visits.md#small-pages). */
export const mHost = resource('/m/host', {
  get: get('open', z.object({ token }), AskedVisit, { ...apart, title: '被访人查看来访' }),
  answer: post(
    'open',
    z.object({ token, pass: flag.meta({ title: '同意' }), why: note(200).meta({ title: '拒绝原因' }) }),
    none,
    '',
    { ...apart, title: '被访人答复来访' },
  ),
})
