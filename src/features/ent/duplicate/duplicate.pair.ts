import { sql } from 'kysely'
import type * as z from 'zod'
import { maskIdNo, maskPhone, maskText } from '#contract/masking.ts'
import { onRoll, StudentState } from '#contract/units.ts'
import { labelsOf, unseenLabels } from '#features/ent/stu/stu.labels.contract.ts'
import { enterprisesSeen } from '#server/archive.ts'
import type { Context } from '#server/context.ts'
import { labelsOf as wordsOf } from '#server/dictionary.ts'
import { fileLink } from '#server/links.ts'
import { found } from '#server/rows.ts'
import { hasOtherIdNo } from '#server/samePerson.ts'
import type { Secret } from '#server/secret.ts'
import type { Input } from '#server/serve.ts'
import { guardianOut, guardiansOf, type KeptGuardian } from '#server/studentGuardians.ts'
import { type Comparison, duplicate } from './duplicate.contract.ts'
import { sideColumns, sideOut } from './duplicate.list.ts'
import { archiveParts, type MergeField, mergeFields, mergeParts, studentParts } from './duplicate.parts.contract.ts'

type Shown = z.input<typeof Comparison>

/** Both records of a pair side by side, sensitive values masked. */
export async function comparePair(input: Input<typeof duplicate.getpair>, context: Context): Promise<Shown> {
  const { entNo, oneNo, otherNo, oneEntNo = entNo, otherEntNo = entNo } = input
  const words = await wordsOf(context.db, 'STU_LBL')
  const isSeen = await enterprisesSeen(context, duplicate.getpair, entNo)
  const read = async (at: { entNo: string; stuNo: string }) => readRecord(context, at, isSeen)
  const [one, other] = await Promise.all([read({ entNo: oneEntNo, stuNo: oneNo }), read({ entNo: otherEntNo, stuNo: otherNo })])
  const { secret } = context.services
  const eyes = { secret, unseen: unseenLabels(context.me.rights), words }
  const [texts, others] = [textsOf(one, eyes), textsOf(other, eyes)]
  const isNewer = one.updTm > other.updTm
  const isTold = one.idNo !== null || other.idNo !== null
  const fields = mergeFields.map((field) => ({
    field,
    one: texts[field],
    other: others[field],
    differs: rawOf(one, field) !== rawOf(other, field),
    prefer: preferred(texts[field], others[field], field === 'unitNo' ? stays(one, other) : isNewer),
    fixed: isTold && (field === 'sex' || field === 'brth'),
  }))
  const out = ({ ptrs, ...row }: Row) => ({ ...sideOut(row, secret), ptrs: ptrs.map(guardianOut) })
  return {
    one: out(one),
    other: out(other),
    fields,
    keep: stays(one, other) ? 'one' : 'other',
    refusal: refusalOf(one, other, secret),
  }
}

const preferred = (one: string | null, other: string | null, isOne: boolean) =>
  one === null || (other !== null && !isOne) ? ('other' as const) : ('one' as const)

type Row = Awaited<ReturnType<typeof readRecord>>

async function readRecord(
  { db }: Context,
  { entNo, stuNo }: { entNo: string; stuNo: string },
  isSeen: ReturnType<typeof sql<boolean>>,
) {
  const row = await db
    .selectFrom('stu as s')
    .innerJoin('ent as e', 'e.entNo', 's.entNo')
    .leftJoin('stuarch as a', (on) => on.onRef('a.entNo', '=', 's.entNo').onRef('a.stuNo', '=', 's.stuNo'))
    .where('s.entNo', '=', entNo)
    .where('s.stuNo', '=', stuNo)
    .where('s.stt', '<>', StudentState.deleted)
    .where(isSeen)
    .select(sideColumns)
    .select([
      's.unitNo',
      's.lvDt',
      's.lvRsn',
      's.idNoHash',
      's.authFlag',
      's.wts',
      's.cardPht',
      's.facePht',
      's.rem',
      's.updTm',
      's.ver',
    ])
    .select(Object.values(archiveParts).flatMap(({ columns }) => columns.map((name) => `a.${name as 'adr'}` as const)))
    .select([
      guardiansOf<KeptGuardian>().as('ptrs'),
      sql<number>`(select count(*)::int from phtapply t where t.ent_no = s.ent_no and t.stu_no = s.stu_no and t.stt = '1')`.as(
        'applyCnt',
      ),
    ])
    .executeTakeFirst()
  return found(row)
}

// Sealed twice, a number looks different; its hash does not.
function rawOf(row: Row, field: MergeField): string {
  const columns = mergeParts[field].columns.filter((name) => name !== 'idNo')
  return JSON.stringify(columns.map((name) => (row as Record<string, unknown>)[name] ?? null))
}

type Eyes = { secret: Secret; unseen: readonly string[]; words: ReadonlyMap<string, string> }

function textsOf(row: Row, { secret, unseen, words }: Eyes): Record<MergeField, string | null> {
  const values = row as unknown as Record<string, string | null>
  const texts = Object.fromEntries(mergeFields.map((field) => [field, values[field] ?? null]))
  const link = (fileNo: string | null) => fileNo && fileLink(secret, row.entNo, fileNo)
  const labels = labelsOf(row.wts).filter((label) => !unseen.includes(label))
  const place = [row.npPrvn, row.npCity].filter(Boolean).join('')
  const address = [row.prvn, row.city, row.dstr, row.chdDstr].filter(Boolean).join('') + (row.adr ? maskText(row.adr) : '')
  return {
    ...(texts as Record<MergeField, string | null>),
    unitNo: `${row.unitName} · ${row.sttName}`,
    idNo: row.idNo && maskIdNo(secret.open(row.idNo)),
    sex: row.sex === 'F' ? 'N' : row.sex,
    authTel: row.authTel && `${maskPhone(row.authTel)}${row.authFlag === '1' ? '（已认证）' : ''}`,
    wts: labels.map((label) => words.get(label) ?? label).join('、') || null,
    cardPht: link(row.cardPht),
    facePht: link(row.facePht),
    unfStuNo: row.unfStuNo && maskIdNo(row.unfStuNo),
    np: place || null,
    adr: address || null,
    email: row.email && maskText(row.email),
    qq: row.qq && maskText(row.qq),
    vx: row.vx && maskText(row.vx),
  }
}

// The one on the roll stays, of two such the one about whom more is known, of two alike the older.
function stays(one: Row, other: Row): boolean {
  const isHere = ({ stt }: Row) => Number((onRoll as readonly string[]).includes(stt))
  const known = (row: Row) =>
    Object.values({ ...studentParts, ...archiveParts }).filter(
      ({ columns: [name = ''] }) => (row as Record<string, unknown>)[name],
    ).length + row.ptrs.length
  return isHere(one) - isHere(other) > 0 || (isHere(one) === isHere(other) && known(one) >= known(other))
}

const bare = (name: string) => name.replace(/[\s·]/g, '')

function refusalOf(one: Row, other: Row, secret: Secret): string | null {
  if (one.entNo !== other.entNo) return '两条记录在两所学校，不能合并；请由学校确认转学'
  return refuseOthers({ ...one, name: bare(one.stuName) }, { ...other, name: bare(other.stuName) }, secret)
}

/** Why two records of one school cannot become one. */
export const refuseOthers = (...[one, other, secret]: Parameters<typeof hasOtherIdNo>): string | null =>
  hasOtherIdNo(one, other, secret) ? '两人的身份证号不同，不是同一人；如有一个录错，请先改正再合并' : null
