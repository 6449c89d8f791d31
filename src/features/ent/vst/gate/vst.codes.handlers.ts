import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { updateRow, requireRow, softDelete } from '#server/database/rows.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import type { Secret } from '#server/database/secret.ts'
import { readVisitForm } from '#domain/visits/visitEntry.ts'
import { newKey } from '#domain/visits/visitKeys.ts'
import { gateCodes } from './vst.codes.contract.ts'

export const gateCodeHandlers = serve(gateCodes, {
  async getcodes({ entNo }, { db, me }) {
    requireOwn({ me }, entNo)
    return (await listed(db, entNo).orderBy('c.codeNo').execute()).map(codeOut)
  },

  async getcode({ entNo, codeNo }, { db, me, services }) {
    requireOwn({ me }, entNo)
    const row = await listed(db, entNo)
      .where('c.codeNo', '=', codeNo)
      .select(['c.sealedKey', sql<string>`(select e.ent_name from ent e where e.ent_no = c.ent_no)`.as('entName')])
      .executeTakeFirst()
    const { sealedKey, ...code } = requireRow(row)
    return { ...codeOut(code), path: `/m/visit#c=${services.secret.open(sealedKey)}` }
  },

  async createcode({ entNo, codeName, tmplNo }, { db, number, services: { secret } }) {
    await readVisitForm(db, entNo, tmplNo)
    const codeNo = await number('VST_CODE_NO')
    const { ver } = await db
      .insertInto('vstcode')
      .values({ entNo, codeNo, codeName, tmplNo, ...freshKey(secret, entNo) })
      .returning('ver')
      .executeTakeFirstOrThrow()
    return { codeNo, ver }
  },

  async updatecode({ entNo, codeNo, ...changes }, { db }) {
    if (changes.stt === Status.enabled) {
      const code = await listed(db, entNo).where('c.codeNo', '=', codeNo).executeTakeFirst()
      await readVisitForm(db, entNo, requireRow(code).tmplNo)
    }
    return updateRow(db, 'vstcode', { entNo, codeNo }, changes, ['codeNo', 'ver'])
  },
  renewcode: ({ entNo, codeNo, ver }, { db, services: { secret } }) =>
    updateRow(db, 'vstcode', { entNo, codeNo }, { ver, ...freshKey(secret, entNo) }, ['codeNo', 'ver']),
  deletecode: ({ entNo, codeNo, ver }, { db }) => softDelete(db, 'vstcode', { entNo, codeNo }, ver),
})

function freshKey(secret: Secret, entNo: string) {
  const key = newKey(entNo)
  return { keyHash: secret.hash(key), sealedKey: secret.seal(key) }
}

const listed = (db: Db, entNo: string) =>
  db
    .selectFrom('vstcode as c')
    .innerJoin('tmpl as t', (on) => on.onRef('t.entNo', '=', 'c.entNo').onRef('t.tmplNo', '=', 'c.tmplNo'))
    .where('c.entNo', '=', entNo)
    .where('c.stt', '<>', Status.deleted)
    .select(['c.codeNo', 'c.codeName', 'c.tmplNo', 't.tmplName', 'c.stt', 'c.crtTm', 'c.ver'])

// Casts the state: a deleted one is not read.
const codeOut = <Row extends { stt: string }>(row: Row) => ({ ...row, stt: row.stt as '1' | '2' })
