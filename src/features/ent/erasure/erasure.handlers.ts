import { sql, type SqlBool } from 'kysely'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { type Input, serve } from '#server/call/serve.ts'
import { pageOf } from '#server/database/rows.ts'
import { erasure } from './erasure.contract.ts'
import { goneOne, listGone } from './erasure.gone.ts'
import { countParts, eraseRecord, recordsOf } from './erasure.person.ts'
import './erasure.table.ts'

export const erasureHandlers = serve(erasure, {
  getpage({ entNo, ersKind, keyWord, pageIndex, pageSize }, context) {
    requireOwn(context, entNo)
    const list = context.db
      .selectFrom('erasure as e')
      .where('e.entNo', '=', entNo)
      .$if(!!ersKind, (of) => of.where('e.ersKind', '=', ersKind as string))
      .$if(!!keyWord, (of) => of.where(sql<SqlBool>`e.idnt_val = ${keyWord}`))
      .select(['e.ersKind', 'e.idntVal', 'e.askBy', 'e.crtTm'])
      .select(({ selectFrom }) =>
        selectFrom('account as a').select('a.nickName').whereRef('a.userNo', '=', 'e.crtUser').as('nickName'),
      )
    return pageOf(list, ['-e.crtTm', 'e.idntVal'], { pageIndex, pageSize })
  },

  getgone({ entNo, ...asked }, context) {
    requireOwn(context, entNo)
    return listGone(context.db, entNo, asked)
  },

  async get({ entNo, ...person }, context) {
    requireOwn(context, entNo)
    await requireGone(context, { entNo, ...person })
    const counted = new Map<string, number>()
    await withoutScope(context, async () => {
      for (const idntVal of await recordsOf(context.db, { entNo, ...person }))
        for (const { what, cnt } of await countParts(context.db, { entNo, ersKind: person.ersKind, idntVal }))
          counted.set(what, (counted.get(what) ?? 0) + cnt)
    })
    return [...counted].map(([what, cnt]) => ({ what, cnt }))
  },

  create: erasePerson,
})

/** Throws invalid for somebody who is still here, and notFound for one who is nobody, or out of reach. */
async function requireGone(
  { db }: Context,
  { entNo, ...person }: Pick<Input<typeof erasure.get>, 'entNo' | 'ersKind' | 'idntVal'>,
) {
  const row = await goneOne(db, entNo, person)
  if (!row) throw new Fault('notFound', '没有这个人，或还在校、在职：学生先转出或毕业，家长先解除和在籍孩子的关联，员工先停用')
  return row
}

async function erasePerson({ entNo, ersKind, idntVal, askBy, ersName }: Input<typeof erasure.create>, context: Context) {
  requireOwn(context, entNo)
  const { db, services, me, afterCommit } = context
  const row = await requireGone(context, { entNo, ersKind, idntVal })
  if (row.name !== ersName) throw invalidField('ersName', '姓名和所选的人不一致')
  const { people, files } = await withoutScope(context, async () => {
    const erased = (await recordsOf(db, { entNo, ersKind, idntVal })).map((no) => ({ entNo, ersKind, idntVal: no, askBy }))
    const gone = []
    for (const person of erased) gone.push(...(await eraseRecord(db, person)))
    return { people: erased, files: gone }
  })
  afterCommit(async () => {
    services.erased.add(people.map((person) => ({ ...person, userNo: me.userNo })))
    for (const file of files) await services.files.remove(file.entNo, file.fileNo)
  })
  return null
}
