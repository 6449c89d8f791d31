import { sql, type SqlBool } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import type * as z from 'zod'
import { Fault, takenField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { requireRow, softDelete } from '#server/database/rows.ts'
import { type MessageTemplate, msgtmpl } from './msgtmpl.contract.ts'
import './msgtmpl.table.ts'

type Template = z.output<typeof MessageTemplate>

// Lets those who see the messages of all keep texts for all.
const mayShare = ({ me }: Pick<Context, 'me'>) => permits(me, permissions('msg').review)

export const msgtmplHandlers = serve(msgtmpl, {
  async getlist({ entNo }, context) {
    requireOwn(context, entNo)
    const { db, me } = context
    const rows = await db
      .selectFrom('msgtmpl')
      .select(['tmplNo', 'tmplName', 'title', 'body', 'msgCls', 'need', 'choices', 'empNo', 'ver'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', '0')
      .where(sql<SqlBool>`(emp_no is null or emp_no = ${me.idntVal})`)
      .orderBy('tmplName')
      .execute()
    return rows.map(({ empNo, msgCls, need, ...row }) => ({
      ...row,
      // Casts them to what the table's checks admit.
      msgCls: msgCls as Template['msgCls'],
      need: need as Template['need'],
      shareFlag: empNo === null ? ('1' as const) : ('0' as const),
      mineFlag: empNo !== null || mayShare(context) ? ('1' as const) : ('0' as const),
    }))
  },

  async create({ entNo, shareFlag, body, ...facts }, context) {
    requireOwn(context, entNo)
    const { db, me } = context
    if (shareFlag === '1' && !mayShare(context)) throw new Fault('forbidden')
    const empNo = shareFlag === '1' ? null : me.idntVal
    const same = await sql`select from msgtmpl where ent_no = ${entNo} and coalesce(emp_no, '') = ${empNo ?? ''}
      and tmpl_name = ${facts.tmplName} and stt <> '0' limit 1`.execute(db)
    if (same.rows.length > 0) throw takenField('tmplName', '已有同名的模板，请换一个名称')
    return db
      .insertInto('msgtmpl')
      .values({ entNo, tmplNo: await context.number('MSG_TMPL_NO'), ...facts, body: body ?? '', empNo })
      .returning(['tmplNo', 'ver'])
      .executeTakeFirstOrThrow()
  },

  async delete({ entNo, tmplNo, ver }, context) {
    requireOwn(context, entNo)
    const row = requireRow(
      await context.db
        .selectFrom('msgtmpl')
        .select('empNo')
        .where('entNo', '=', entNo)
        .where('tmplNo', '=', tmplNo)
        .where('stt', '<>', '0')
        .executeTakeFirst(),
    )
    if (row.empNo === null ? !mayShare(context) : row.empNo !== context.me.idntVal) throw new Fault('notFound')
    return softDelete(context.db, 'msgtmpl', { entNo, tmplNo }, ver)
  },
})
