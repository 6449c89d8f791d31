import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField, takenField } from '#server/base/fault.ts'
import { requireRow, softDelete } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { treeOf } from '#server/database/tree.ts'
import { withKeyword } from '#server/base/search.ts'
import { builtIn, idnt } from './idnt.contract.ts'

const typeCode = 'IDNT'

type Row = {
  idntNo: string
  idntName: string
  prtNo: string | null
  entrUrl: string | null
  des: string | null
  showOrd: number
  stt: string
  ver: number
}

const isAt = (idntNo: string) => sql<boolean>`type_code = ${typeCode} and info_no = ${idntNo} and stt <> ${Status.deleted}`

// Selects a value of the dictionary as an identity.
const asIdentity = sql`info_no as idnt_no, chn_name as idnt_name, case when length(info_no) = 6 then left(info_no, 3) end as prt_no,
  char_clmn as entr_url, des, show_ord, stt, ver`

const read = async (db: Db, where = sql<boolean>`true`) => {
  const { rows } = await sql<Row>`select ${asIdentity} from info
    where type_code = ${typeCode} and stt <> ${Status.deleted} and ${where} order by show_ord, info_no`.execute(db)
  return rows.map(fixed)
}

const fixed = (row: Row) => ({ ...row, fixFlag: builtIn.includes(row.idntNo) ? ('1' as const) : ('0' as const) })

export const idntHandlers = serve(idnt, {
  gettree: async (_, { db }) => treeOf(await read(db), 'idntNo', 'prtNo', (row, lvl) => ({ ...row, lvl })),

  async getlist({ keyWord, stt, prtNo }, { db }) {
    const wanted = [
      stt ? sql`stt = ${stt}` : undefined,
      prtNo ? sql`length(info_no) = 6 and left(info_no, 3) = ${prtNo}` : undefined,
    ].filter((one) => one !== undefined)
    const rows = await read(db, wanted.length > 0 ? sql`${sql.join(wanted, sql` and `)}` : undefined)
    return withKeyword(rows, keyWord, ({ idntName, idntNo }) => [idntName, idntNo])
  },

  async create({ idntNo, idntName, prtNo, entrUrl = null, des = null }, { db }) {
    const above = idntNo.length === 6 ? idntNo.slice(0, 3) : null
    if (prtNo !== undefined && prtNo !== above) throw invalidField('prtNo', '下级身份的编号是上级的三位编号再加三位')
    if (above && (await read(db, isAt(above))).length === 0) throw invalidField('prtNo', '上级身份不存在')
    // Keeps a number with its identity for good: people and enterprises of old records have it.
    const { rows } = await sql<Row>`insert into info (type_code, info_no, chn_name, char_clmn, des, show_ord)
      values (${typeCode}, ${idntNo}, ${idntName}, ${entrUrl}, ${des},
        (select coalesce(max(show_ord), 0) + 10 from info where type_code = ${typeCode} and stt <> ${Status.deleted}))
      on conflict (type_code, info_no) do nothing returning ${asIdentity}`.execute(db)
    const [made] = rows
    if (!made) throw takenField('idntNo', `身份编号“${idntNo}”已被使用，删除过的编号也不能再用`)
    return fixed(made)
  },

  async update({ idntNo, idntName, stt, entrUrl, des, ver }, { db }) {
    const changes = Object.entries({ chnName: idntName, charClmn: entrUrl, des, stt }).filter(([, value]) => value !== undefined)
    const set = changes.length > 0 ? changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`) : [sql`ver = ver`]
    const { rows } = await sql<Row>`update info set ${sql.join(set)} where ${isAt(idntNo)}
      and ver = coalesce(${ver ?? null}::int, ver) returning ${asIdentity}`.execute(db)
    if (rows[0]) return fixed(rows[0])
    throw new Fault('conflict', undefined, requireRow((await read(db, isAt(idntNo)))[0]))
  },

  async delete({ idntNo, ver }, { db, inOwnTransaction, services }) {
    if (builtIn.includes(idntNo)) throw new Fault('inUse', '内置的身份不能删除，可以停用')
    if ((await read(db, sql`left(info_no, 3) = ${idntNo} and length(info_no) = 6`)).length > 0)
      throw new Fault('inUse', '它还有下级身份，请先删除下级身份')
    const users = await inOwnTransaction((all) => usersOf(all, idntNo), { rootNo: services.rootNo })
    if (users) throw new Fault('inUse', `${users}在用这个身份，不能删除`)
    return softDelete(db, 'info', { typeCode, infoNo: idntNo }, ver)
  },
})

async function usersOf(db: Db, idntNo: string): Promise<string> {
  const { rows } = await sql<{ ents: number; people: number; roles: number; mdls: number }>`select
    (select count(*)::int from ent where idnt_no = ${idntNo} and stt <> ${Status.deleted}) as ents,
    (select count(*)::int from identity where idnt_no = ${idntNo}) as people,
    (select count(*)::int from pbcrole where idnt_no = ${idntNo} and stt <> ${Status.deleted}) as roles,
    (select count(*)::int from mdl where idnt_no = ${idntNo} and stt <> ${Status.deleted}) as mdls`.execute(db)
  const { ents = 0, people = 0, roles = 0, mdls = 0 } = rows[0] ?? {}
  const said = [ents && `${ents} 家企业`, people && `${people} 人`, roles && `${roles} 个公共角色`, mdls && `${mdls} 个模块`]
  return said.filter(Boolean).join('、')
}
