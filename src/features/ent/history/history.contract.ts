import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { none } from '#contract/fields.ts'

/** What was done, and taking it back: a call of our own (screens, section 6). */
export const history = resource('/ent/history', {
  undo: post('session', z.object({ op: z.uuid().meta({ title: '操作' }) }), none, '撤销成功', {
    time: 'long',
    undo: false,
    place: 'caller',
  }),
})
