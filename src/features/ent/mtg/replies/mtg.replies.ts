import { sql } from 'kysely'
import type { Column, FormValues } from '#contract/form/column.ts'
import { ManState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { clearWords, filesIn, maskValues, openValues, readColumns } from '#domain/forms/formTemplates.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { reachesMeeting } from '../mtg.reach.ts'

const linksOf = (secret: Secret, entNo: string, columns: readonly Column[], vals: FormValues) =>
  filesIn(columns, vals).map((fileNo) => ({ fileNo, url: fileLink(secret, entNo, fileNo) }))

/** Reads the caller's own part in a meeting; their reply in clear, so that they can change it. */
export async function readOwnPart({ db, me, services }: Context, entNo: string, mtgNo: string, tmplNo: string | null) {
  const person = await db
    .selectFrom('mtgman')
    .where('entNo', '=', entNo)
    .where('mtgNo', '=', mtgNo)
    .where('empNo', '=', me.idntVal)
    .where('stt', '<>', ManState.deleted)
    .select(['manNo', 'manType', 'stt', 'applType', 'rsn', 'answer', 'chgTm', 'verNo', sql<FormValues | null>`vals`.as('vals')])
    .executeTakeFirst()
  if (!person) return null
  const { vals, verNo, ...part } = person
  const signs = await db
    .selectFrom('mtgsign')
    .where('entNo', '=', entNo)
    .where('mtgNo', '=', mtgNo)
    .where('manNo', '=', part.manNo)
    .select(['rdx', 'signTm', 'outTm', 'stt'])
    .orderBy('rdx')
    .execute()
  const columns = tmplNo && verNo ? await readColumns(db, entNo, tmplNo, verNo) : []
  // Masks values during impersonation, as for other readers.
  const shown = (told: typeof vals) =>
    told && (me.imitUserNo ? maskValues(columns, told) : openValues(services.secret, columns, told))
  return {
    ...part,
    signs,
    vals: shown(vals),
    files: vals ? linksOf(services.secret, entNo, columns, vals) : [],
  }
}

type Which = { entNo: string; mtgNo: string; manNo: string; clmnNo: string }

/** Reveals one masked value of somebody's reply. Throws notFound where there is none. */
export async function revealReply({ db, me, services }: Context, { entNo, mtgNo, manNo, clmnNo }: Which) {
  await limitLooks(db, entNo, me.userNo)
  const { rows } = await sql<{ tmplNo: string; verNo: number; vals: FormValues }>`select m.tmpl_no, x.ver_no, x.vals
    from mtgman x join mtg m using (ent_no, mtg_no) where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and x.man_no = ${manNo}
      and x.stt <> ${ManState.deleted} and x.ver_no is not null and x.vals is not null`.execute(db)
  const { tmplNo, verNo, vals } = requireRow(rows[0])
  await recordLook(db, entNo, 'mtgman', { mtg_no: mtgNo, man_no: manNo, field: clmnNo })
  const columns = await readColumns(db, entNo, tmplNo, verNo)
  return { value: await clearWords(db, services.secret, entNo, { columns, values: vals, clmnNo }) }
}

type Replied = { rsn: string | null; answer: string | null; vals: unknown; verNo: number | null; repTm: string | null }

/**
 * Returns people as the caller may see them: reasons and replies, each read with the form it was written with, only for those who
 * run the meeting.
 */
export async function shownPeople<Row extends Replied>(context: Context, entNo: string, mtgNo: string, rows: Row[]) {
  const { db, services } = context
  const { rows: versions } = await sql<{ runs: boolean; verNo: number | null; billClmns: Column[] | null }>`
    select ${reachesMeeting(context, entNo, 'run')} as runs, v.ver_no, v.bill_clmns from mtg m
    left join tmplver v on v.ent_no = m.ent_no and v.tmpl_no = m.tmpl_no and v.ver_no = any(${rows.flatMap(({ verNo }) => verNo ?? [])})
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo}`.execute(db)
  const byVersion = new Map(versions.map(({ verNo, billClmns }) => [verNo, billClmns ?? []]))
  return rows.map(({ verNo, ...row }) => {
    const columns = byVersion.get(verNo) ?? []
    const vals = row.vals as FormValues | null
    if (!versions[0]?.runs) return { ...row, rsn: null, answer: null, vals: null, repTm: null, files: [] }
    return {
      ...row,
      vals: vals && maskValues(columns, vals),
      files: vals ? linksOf(services.secret, entNo, columns, vals) : [],
    }
  })
}
