import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { agendaOf } from '#domain/meetings/agenda.ts'
import { agendaLine } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'
import type { AgendaItem } from '../mtg.parts.contract.ts'

type Of = { entNo: string; mtgNo: string }

/** Returns an agenda as a meeting stores it: employees by number alone. Throws invalid for one who is not there. */
export async function storedAgenda({ db }: Context, entNo: string, agenda: readonly AgendaItem[]): Promise<string> {
  const asked = agenda.flatMap(({ empNo }) => empNo ?? [])
  const { rows } = await sql<{ empNo: string }>`select emp_no from emp where ent_no = ${entNo} and emp_no = any(${asked})
    and stt <> ${Status.deleted}`.execute(db)
  const there = new Set(rows.map(({ empNo }) => empNo))
  const gone = agenda.findIndex(({ empNo }) => empNo && !there.has(empNo))
  if (gone >= 0) throw invalidField('agenda', `议程第 ${gone + 1} 项的发言人不存在或已删除，请重新选择`)
  return JSON.stringify(
    agenda.map(({ title, empNo = null, speaker = null, mins = null, rem = null }) => ({
      title,
      empNo,
      speaker: empNo ? null : speaker,
      mins,
      rem,
    })),
  )
}

/** Reads the agenda of a meeting as the lines of a message; empty for none. */
export async function agendaLines(db: Db, { entNo, mtgNo }: Of): Promise<string> {
  const { rows } = await sql<{ agenda: AgendaItem[] }>`select ${agendaOf} as agenda from mtg m
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo}`.execute(db)
  const lines = (rows[0]?.agenda ?? []).map((item, i) => `${i + 1}. ${agendaLine(item)}`)
  return lines.length > 0 ? `议程：\n\n${lines.join('\n')}` : ''
}
