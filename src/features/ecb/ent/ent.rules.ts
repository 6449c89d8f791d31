import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'
import { checkOwnPicture } from '#server/files/ownPicture.ts'
import { wasPictureOf } from '#server/history/history.ts'

/**
 * Lists the identities that may lie directly under each (docs/spec/enterprises.md#tree); agents bring customers of every kind but
 * the platform's.
 */
const below: Record<string, readonly string[]> = {
  '060': ['010', '020', '030', '040', '050', '060'],
  '020': ['020', '030'],
  '010': ['010', '050'],
  '030': ['050'],
  '040': ['010', '030', '050'],
}

/** Lists the identities that may lie under one, for longer ones by their first three digits. */
export const identitiesBelow = (above: string): readonly string[] => below[above.slice(0, 3)] ?? []

type Placed = { entName: string; idntNo: string }

/** Throws invalid for an enterprise under one that holds none of its identity, naming both. */
export async function checkIdentity(db: Db, above: Placed, one: Placed) {
  if (identitiesBelow(above.idntNo).includes(one.idntNo)) return
  const names = await namesOf(db, [above.idntNo, one.idntNo])
  const message = `“${above.entName}”是${names.get(above.idntNo)}，下面不能有${names.get(one.idntNo)}“${one.entName}”`
  throw invalidField('prtNo', message)
}

async function namesOf(db: Db, idntNos: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('info')
    .select(['infoNo', 'chnName'])
    .where('typeCode', '=', 'IDNT')
    .where('infoNo', 'in', idntNos)
    .execute()
  return new Map(rows.map(({ infoNo, chnName }) => [infoNo, chnName]))
}

/**
 * Checks a school's own number, where it has one: the ministry's ten digits begin with a known kind and a province. Throws
 * invalid for others.
 */
export async function checkSelfNo(db: Db, idntNo: string, selfNo: string | null | undefined) {
  if (!selfNo || !idntNo.startsWith('030')) return
  const wrong = (message: string) => invalidField('selfNo', message)
  if (!/^\d{10}$/.test(selfNo)) throw wrong('学校的自编号是学校标识码，应为 10 位数字')
  const { rows } = await sql<{ kind: boolean; place: boolean }>`select
    exists (select from info where type_code = 'SCHCAT' and info_no = ${selfNo.slice(0, 2)} and stt <> ${Status.deleted}) as kind,
    exists (select from admn_area where lvl = 1 and area_code = ${selfNo.slice(2, 4)}) as place`.execute(db)
  if (!rows[0]?.kind) throw wrong(`学校标识码的前两位“${selfNo.slice(0, 2)}”不是学校类别`)
  if (!rows[0].place) throw wrong(`学校标识码的第三、四位“${selfNo.slice(2, 4)}”不是省份代码`)
}

/**
 * Checks a logo: a picture that its user has just uploaded for this enterprise, or one that was its logo before. Throws for
 * others.
 */
export async function checkLogo(db: Db, entNo: string, fileNo: string, userNo: string) {
  const before = { table: 'ent', column: 'ent_logo', key: { ent_no: entNo } }
  if (!(await wasPictureOf(db, { entNo, fileNo }, before)))
    await checkOwnPicture(db, { entNo, fileNo, userNo }, { field: 'entLogo', name: '标志', mostKb: 500 })
}

/** Names the first department of an enterprise after it, without the characters that a department may not have. */
export const departmentNameOf = (entName: string) => entName.replace(/[\\:?"<>|]/g, '').slice(0, 40) || '办公室'
