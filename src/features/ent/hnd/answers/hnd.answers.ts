import { sql } from 'kysely'
import type { Column, FormValues } from '#contract/form/column.ts'
import { scoreOf } from '#contract/form/scores.ts'
import { anonymousAnswers } from '#domain/collections/anonymous.ts'
import { readAnswerFiles } from '#domain/collections/answerFiles.ts'
import { Anonymity, AskedState } from '#domain/collections/collections.contract.ts'
import { summarize, summarizeScores } from '#domain/collections/summaries.ts'
import { clearWords, maskValues, readColumns, readOffered } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import { countedNo, pageOf, requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import type { hnd } from '../hnd.contract.ts'
import { askedOf, nameOf, placeOf, requireCollection } from '../hnd.list.ts'

type Version = { entNo: string; tmplNo: string; verNo: number | null }

/** Reads the questions: of the version that was handed out, or of a draft those that would be now. */
export async function columnsOf({ db }: Pick<Context, 'db'>, { entNo, tmplNo, verNo }: Version): Promise<Column[]> {
  if (verNo !== null) return readColumns(db, entNo, tmplNo, verNo)
  const { rows } = await sql<{ billClmns: Column[] }>`select v.bill_clmns from tmpl t
    join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.tmpl_no = ${tmplNo}`.execute(db)
  return rows[0]?.billClmns ?? []
}

type Of = { entNo: string; hndNo: string; anon: string }
type Answer = { no: string; name: string | null; place: string | null; vals: FormValues }

/**
 * Selects what was answered within the caller's reach: with the names of who is asked, or, where the collection is anonymous,
 * without them, and with numbers that neither tell whose an answer is nor when it came.
 */
export function answersOf(db: Db, secret: Secret, { entNo, hndNo, anon }: Of) {
  // Leaves out an answer that lies beyond the reader's reach, or was taken back at this moment.
  const named = askedOf(db, { entNo, hndNo, state: 'done' }).where('a.vals', 'is not', null).select('a.vals')
  const salt = secret.sign(`answers ${entNo} ${hndNo}`)
  const answers =
    anon === Anonymity.full
      ? sql<Answer>`(select x.no, null::text as name, null::text as place, x.vals from (${anonymousAnswers({ entNo, hndNo })}) x)`
      : anon === Anonymity.hidden
        ? sql<Answer>`(${named.select([sql`md5(t.to_no::text || ${salt})`.as('no'), sql`null::text`.as('name'), sql`null::text`.as('place')])})`
        : sql<Answer>`(${named.select([sql`lpad(t.to_no::text, 20, '0')`.as('no'), nameOf.as('name'), placeOf.as('place')])})`
  return db.selectFrom(answers.as('x')).select(['x.no', 'x.name', 'x.place', 'x.vals'])
}

/** Answers one page of what was answered, with numbers masked. */
export async function readAnswers({ entNo, hndNo, pageIndex, pageSize }: Input<typeof hnd.getanswers>, context: Context) {
  const { db, services } = context
  const { tmplNo, verNo, anon } = await requireCollection(context, { entNo, hndNo })
  const columns = await columnsOf(context, { entNo, tmplNo, verNo })
  const { datas, ...counts } = await pageOf(answersOf(db, services.secret, { entNo, hndNo, anon }), ['x.no'], {
    pageIndex,
    pageSize,
  })
  return { ...counts, datas: datas.map((row) => ({ ...row, vals: maskValues(columns, row.vals) })) }
}

/** Refuses to tell what one person answered. Throws invalid where the collection is anonymous. */
function refuseNamed({ anon }: { anon: string }) {
  if (anon !== Anonymity.none) throw new Fault('invalid', '这次收集是匿名的，不能看某个人的答卷，请看“答卷”')
}

export async function readAnswer({ entNo, hndNo, toNo }: Input<typeof hnd.getanswer>, context: Context) {
  const { tmplNo, verNo, anon } = await requireCollection(context, { entNo, hndNo })
  refuseNamed({ anon })
  const billClmns = await columnsOf(context, { entNo, tmplNo, verNo })
  const { name, vals, sentTm, score } = await answerOf(context, { entNo, hndNo, toNo })
  const files = await readAnswerFiles(context.db, context.services.secret, { entNo, toNo: countedNo(toNo) })
  return { name, billClmns, vals: vals && maskValues(billClmns, vals), sentTm, score, files: vals ? files : [] }
}

/** Shows one value of an answer in clear, and records that it was looked at. */
export async function revealAnswer({ entNo, hndNo, toNo, clmnNo }: Input<typeof hnd.reveal>, context: Context) {
  const { db, me, services } = context
  await limitLooks(db, entNo, me.userNo)
  const { tmplNo, verNo, anon } = await requireCollection(context, { entNo, hndNo })
  refuseNamed({ anon })
  const { vals } = await answerOf(context, { entNo, hndNo, toNo })
  if (!vals) return { value: null }
  await recordLook(db, entNo, 'ans', { to_no: toNo, field: clmnNo })
  const columns = await columnsOf(context, { entNo, tmplNo, verNo })
  return { value: await clearWords(db, services.secret, entNo, { columns, values: vals, clmnNo }) }
}

async function answerOf({ db }: Context, { entNo, hndNo, toNo }: { entNo: string; hndNo: string; toNo: string }) {
  const row = requireRow(
    await askedOf(db, { entNo, hndNo, state: 'all' })
      .where('t.toNo', '=', countedNo(toNo))
      .select(['a.vals', 'a.sentTm', sql<number | null>`a.score`.as('score'), nameOf.as('name')])
      .executeTakeFirst(),
  )
  return { ...row, vals: row.vals as FormValues | null }
}

/** Sums up the answers to each question; of answers without a name those that are published. */
export async function readStatistics({ entNo, hndNo }: Input<typeof hnd.getstatis>, context: Context) {
  const { db } = context
  const { tmplNo, verNo, anon } = await requireCollection(context, { entNo, hndNo })
  const columns = await columnsOf(context, { entNo, tmplNo, verNo })
  const answered =
    anon === Anonymity.full
      ? anonymousAnswers({ entNo, hndNo })
      : sql<{ vals: FormValues }>`select a.vals from ans a join hndto t using (ent_no, to_no)
        where a.ent_no = ${entNo} and a.hnd_no = ${hndNo} and a.stt = '1' and t.stt = ${AskedState.done}`
  const { rows } = await sql<{ vals: FormValues }>`${answered}`.execute(db)
  const answers = rows.map(({ vals }) => vals)
  return {
    ansCnt: answers.length,
    score: summarizeScores(answers.flatMap((vals) => scoreOf(columns, vals) ?? [])),
    questions: summarize(columns, answers, await readOffered(db, entNo, columns)),
  }
}
