import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { permits } from '#contract/access.ts'
import type { Column } from '#contract/form/column.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { readVersion, settingsFrom } from '#domain/forms/formTemplates.ts'
import { requireRow } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { bill } from './bill.contract.ts'

type Filter = { typeNo?: string | undefined; stt?: string | undefined; keyWord?: string | undefined }
type Row = {
  tmplNo: string
  tmplName: string
  typeNo: string
  typeName: string
  des: string | null
  verNo: number | null
  draftFlag: '0' | '1'
  clmnCnt: number
  useCnt: number
  updName: string | null
  updTm: string
  stt: string
  ver: number
}

const nameOf = (user: string) => sql`(select a.nick_name from account a where a.user_no = ${sql.ref(user)})`
const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MISS')`

/** Reads the templates of an enterprise, the last changed first. */
export async function readTemplates(db: Db, entNo: string, { typeNo = '', stt = '', keyWord }: Filter): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.tmpl_no, t.tmpl_name, t.type_no, b.type_name, t.des, t.ver_no,
      case when t.draft is null then '0' else '1' end as draft_flag,
      jsonb_array_length(coalesce(t.draft, v.bill_clmns, '[]')) as clmn_cnt,
      (select count(*)::int from vst r where r.ent_no = t.ent_no and r.tmpl_no = t.tmpl_no and r.stt <> ${Status.deleted})
        + (select count(*)::int from mtg m where m.ent_no = t.ent_no and m.tmpl_no = t.tmpl_no and m.stt <> ${Status.deleted})
        + (select count(*)::int from hnd h where h.ent_no = t.ent_no and h.tmpl_no = t.tmpl_no and h.stt <> ${Status.deleted}) as use_cnt,
      ${nameOf('t.updUser')} as upd_name, ${time('t.updTm')} as upd_tm, t.stt, t.ver
    from tmpl t join billtype b using (type_no)
      left join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.stt <> ${Status.deleted} and ${typeNo} in ('', t.type_no) and ${stt} in ('', t.stt)
      and ${keyWord ? matches('t', keyWord) : sql`true`}
    order by t.upd_tm desc, t.tmpl_no`.execute(db)
  return rows
}

/**
 * Reads a template with the columns being designed, or with those of one version; drafts for designers alone. Throws notFound
 * where there is none.
 */
export async function readTemplate({ db, me }: Context, entNo: string, tmplNo: string, verNo?: number) {
  const { rows } = await sql<
    Omit<Row, 'clmnCnt' | 'useCnt' | 'updName'> & {
      draft: Column[] | null
      draftSets: unknown
      pubClmns: Column[] | null
      pubSets: unknown
    }
  >`select t.tmpl_no, t.tmpl_name, t.type_no, b.type_name, t.des, t.ver_no, t.draft, t.draft_sets, v.bill_clmns as pub_clmns,
      v.sets as pub_sets,
      case when t.draft is null then '0' else '1' end as draft_flag, ${time('t.updTm')} as upd_tm, t.stt, t.ver
    from tmpl t join billtype b using (type_no)
      left join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.tmpl_no = ${tmplNo} and t.stt <> ${Status.deleted}`.execute(db)
  const { draft, draftSets, ...row } = requireRow(rows[0])
  const template = { ...row, pubSets: row.pubClmns && settingsFrom(row.pubSets) }
  const { rows: vers } = await sql<{ verNo: number; pubTm: string; pubName: string | null }>`
    select ver_no, ${time('v.crtTm')} as pub_tm, ${nameOf('v.crtUser')} as pub_name
    from tmplver v where v.ent_no = ${entNo} and v.tmpl_no = ${tmplNo} order by ver_no desc limit ${mostVersions}`.execute(db)
  const { pubClmns, pubSets } = template
  const published = pubClmns && pubSets ? { billClmns: pubClmns, sets: pubSets } : undefined
  const asked = verNo === undefined ? undefined : await readVersion(db, entNo, tmplNo, verNo)
  if (!permits(me, bill.gettmpllist.access))
    return { ...template, draftFlag: '0' as const, ...(asked ?? requireRow(published)), vers }
  const designed = draft ? { billClmns: draft, sets: settingsFrom(draftSets) } : published
  return { ...template, ...(asked ?? designed ?? { billClmns: [], sets: settingsFrom({}) }), vers }
}

// Limits the versions that are listed; an older one is still read by its number.
const mostVersions = 100

// Selects the numbers of all templates here, also of deleted ones, and of types whose segment is another's by now.
const numbersGiven = (entNo: string) =>
  sql`select case when tmpl_no ~ '^\\d{1,10}$' then tmpl_no::bigint end as no from tmpl where ent_no = ${entNo}`

/**
 * Returns the next number in the segment of a type (docs/spec/numbers.md#bill-types); a used one is never given again. Throws
 * invalid for a type that is not in use, numberExhausted at the end of the segment.
 */
export async function nextTemplateNo({ inOwnTransaction }: Context, entNo: string, typeNo: string): Promise<string> {
  const { rows } = await inOwnTransaction((db) =>
    sql<{ curVal: number; maxVal: number }>`
      with type as (select min_val, max_val from billtype where type_no = ${typeNo} and stt = ${Status.enabled}),
      given as (
        insert into tmplseg as s (ent_no, type_no, cur_val) select ${entNo}, ${typeNo}, greatest(min_val,
          (select max(no) + 1 from (${numbersGiven(entNo)}) n where no between min_val and max_val)) from type
        on conflict (ent_no, type_no) do update set cur_val = greatest(s.cur_val + 1, excluded.cur_val)
        returning cur_val
      ) select cur_val, max_val from given, type`.execute(db),
  )
  const [given] = rows
  if (!given) throw invalidField('typeNo', '表单类型不存在或已停用')
  if (Number(given.curVal) > Number(given.maxVal))
    throw new Fault('numberExhausted', '这个表单类型的号段已用完，请联系平台管理员')
  return String(given.curVal)
}
