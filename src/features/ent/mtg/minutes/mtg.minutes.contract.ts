import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { date8, flag, no, none, note, page, pageQuery, text, time14 } from '#contract/fields.ts'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { mostItems, mtgNo } from '../mtg.parts.contract.ts'

const may = permissions('mtg')

/** Limits what a meeting decides. */
export const mostDecisions = 50

/** Describes a part of minutes under a heading of its own; `body` as in messages: “- ” begins an item, ** makes bold. */
export const MinutesSection = z.object({
  title: text(100).meta({ title: '标题' }),
  body: note(10_000).meta({ title: '内容' }),
})
export type MinutesSection = z.output<typeof MinutesSection>

/** Describes a decision as it is written: what, by whom, and by which day. `decNo`: the one that it changes. */
export const WrittenDecision = z.object({
  decNo: no.nullish().meta({ title: '决定编号' }),
  what: text(200).meta({ title: '要做的事' }),
  empNo: no.meta({ title: '负责人' }),
  dueDt: date8.meta({ title: '完成日期' }),
})
export type WrittenDecision = z.output<typeof WrittenDecision>

const sections = z.array(MinutesSection).max(mostItems).meta({ title: '正文' })
const decisions = z.array(WrittenDecision).max(mostDecisions).meta({ title: '决定' })
/** Counts the changes of minutes; 0 while nothing is kept of them. */
const ver = z.int().min(0).max(2_000_000_000).meta({ title: '版本' })
const key = z.object({ mtgNo })
const saved = key.extend({ ver })

const decisionStt = z.enum([DecisionState.open, DecisionState.done]).meta({ title: '完成' })

/** Describes a decision that was sent; `goneFlag` 1: who does it is no longer in office. */
export const Decision = z.object({
  decNo: no,
  what: z.string().meta({ title: '要做的事' }),
  empNo: no,
  empName: z.string().meta({ title: '负责人' }),
  goneFlag: flag,
  dueDt: date8.meta({ title: '完成日期' }),
  word: z.string().nullable().meta({ title: '完成情况' }),
  doneTm: time14.nullable().meta({ title: '完成时间' }),
  /** Tells that its day has passed and it is not done (1). */
  lateFlag: flag,
  stt: decisionStt,
})

/** Describes who was sent the minutes, and when they opened them; null for not yet. */
export const MinutesReader = z.object({
  empNo: no,
  empName: z.string().meta({ title: '姓名' }),
  orgName: z.string().nullable().meta({ title: '部门' }),
  readTm: time14.nullable().meta({ title: '阅读时间' }),
})

const DraftDecision = WrittenDecision.extend({ empName: z.string().nullable() })

type Decided = { decNo?: string | null | undefined; what: string; empNo: string; dueDt: string }
type Written<D> = { sections: MinutesSection[]; decisions: D[] }

/** Returns what is written on: the draft, else what was sent with what was decided; of decisions what is written alone. */
export function writtenMinutes({
  draft,
  sent,
  decisions,
}: {
  draft: Written<Decided> | null
  sent: MinutesSection[] | null
  decisions: readonly Decided[]
}): Written<WrittenDecision> {
  const asked = draft?.decisions ?? decisions
  return {
    sections: draft?.sections ?? sent ?? [],
    decisions: asked.map(({ decNo, what, empNo, dueDt }) => ({ decNo, what, empNo, dueDt })),
  }
}

/** Defines the calls for the minutes of a meeting and what it decided (docs/spec/meetings.md#minutes). */
export const meetingMinutes = resource('/ent/mtg', {
  /**
   * Reads them. `draft`: what is being written, for those who write it, null where nothing is; `sent`: as the attendees have them,
   * null until then. Decisions are those that were sent.
   */
  getminutes: get(
    may.view,
    key,
    z.object({
      draft: z.object({ sections, decisions: z.array(DraftDecision) }).nullable(),
      sent: sections.nullable(),
      sentTm: time14.nullable().meta({ title: '发出时间' }),
      sentCnt: z.int().meta({ title: '发出次数' }),
      empName: z.string().nullable().meta({ title: '记录人' }),
      decisions: z.array(Decision),
      toldCnt: z.int().meta({ title: '已发给' }),
      readCnt: z.int().meta({ title: '已读' }),
      /** Tells whether the caller writes them: who runs the meeting, and its 记录人 (1). */
      writeFlag: flag,
      /** Proposes headings for new ones: the agenda, else those of the last meeting of the kind. */
      titles: z.array(z.string()),
      /** Lists who belongs to the meeting and can be asked to do something, for those who write the minutes. */
      people: z.array(z.object({ empNo: no, empName: z.string() })),
      ver,
    }),
    { title: '查询会议纪要' },
  ),
  saveminutes: post(
    may.view,
    key.extend({ ver, sections: sections.optional(), decisions: decisions.optional() }),
    saved,
    '草稿已保存，看过再发出',
    {
      title: '保存会议纪要草稿',
      undo: false,
    },
  ),
  /** Sends the draft to everybody who belongs to the meeting; each decision becomes a task of who does it. */
  sendminutes: post(may.view, saved, saved.extend({ toldCnt: z.int() }), '会议纪要已发出', {
    title: '发出会议纪要',
    undo: false,
  }),
  /** Gives up what was written since the minutes were sent. */
  dropminutes: post(may.view, saved, saved, '草稿已放弃', { title: '放弃会议纪要草稿', undo: false }),
  getminutesreadpage: get(
    may.view,
    pageQuery.extend({ ...key.shape, readFlag: flag.optional().meta({ title: '是否已读' }) }),
    page(MinutesReader),
    { title: '分页查询纪要的阅读情况' },
  ),
  /** Records for whoever runs the meeting that a decision is done (2), or not after all (1). */
  setdecision: post(
    may.set,
    key.extend({ decNo: no.meta({ title: '决定编号' }), stt: decisionStt, word: note(500).meta({ title: '完成情况' }) }),
    none,
    '决定的进展已更新',
    { title: '设置会议决定是否完成', undo: false },
  ),
})
