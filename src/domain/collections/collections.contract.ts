import * as z from 'zod'
import { flag, no, time14 } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import { FormChoices } from '#contract/form/formChoices.ts'

/** Names the states of a collection (docs/spec/collections.md#states). */
export const CollectionState = { deleted: '0', draft: '1', open: '2', ended: '3' } as const
/** Names the states of somebody who is asked. */
export const AskedState = { todo: '1', done: '2', exempt: '3', gone: '4' } as const

/** Names whether answers tell who gave them: to readers, to nobody but the database, or to nobody at all. */
export const Anonymity = { none: '0', hidden: '1', full: '2' } as const
/** Names how often a collection is handed out. */
export const Repeat = { once: '0', week: '1', month: '2' } as const

/** Limits how few answers without a name are published together, so that none can be told from the others. */
export const leastPublished = 5

/** Says whether answers tell who gave them. */
export const anon = z.enum(['0', '1', '2']).meta({ title: '匿名', dictionary: 'HND_ANON' })

/** Names how far an answer is approved: `waiting` until somebody has decided, `deciding` while others have yet to. */
export const ApprovalState = { waiting: '1', deciding: '2', passed: '3', refused: '4' } as const

/** Says how far an answer is approved; null where nobody decides about it, and while it is not sent. */
export const aprStt = z.enum(['1', '2', '3', '4']).nullable().meta({ title: '审批', dictionary: 'ANS_APR' })

/** Names what the messages of a collection are about. */
export const aboutCollection = 'hnd'

export const hndNo = no.meta({ title: '收集编号' })

/** Lists files of an answer with their addresses, which are good for some minutes. */
export const AnswerFiles = z.array(z.object({ fileNo: z.string(), url: z.string() }))

/** Describes a file as it was kept, to be put into the answer. */
export const SentFile = z.object({ fileNo: z.string(), name: z.string(), size: z.int() })

/** Limits a file of an answer, in bytes. */
export const largestFile = 20 * 2 ** 20

/** Says how a question is written back: only where the archive is empty, or always. */
export const WriteBack = z.object({
  clmnNo,
  way: z.enum(['fill', 'replace']).meta({ title: '回写方式' }),
})
export type WriteBack = z.output<typeof WriteBack>

/**
 * Lists the questions that the archive answers: where `shown` is null the value is in the form, else it is hidden, and stays as it is
 * where nothing is written.
 */
export const KnownAnswers = z.array(z.object({ clmnNo, shown: z.string().nullable() }))

/** Counts for how many of those who are asked the archive holds what a question asks, and when these archives were changed. */
export const KnownCount = z.object({
  clmnNo,
  clmnName: z.string(),
  knownCnt: z.int().min(0),
  ofCnt: z.int().min(0),
  fromTm: time14.nullable(),
  toTm: time14.nullable(),
})

/** Lists the questions whose hidden value in the archive stays as it is. */
export const keptClmns = z.array(clmnNo).max(100).optional().meta({ title: '保持不变的题目' })

/** Names the states of a proposed change of an archive; `stale` is worked out: the archive has changed since. */
export const ProposalState = { open: '1', written: '2', rejected: '3', stale: '4' } as const

/** Describes a form for whoever is asked to fill it in: for themselves, or a guardian for a child. */
export const AskedForm = z.object({
  title: z.string(),
  des: z.string().nullable(),
  entName: z.string(),
  /** Names who hands it out. */
  sndName: z.string(),
  /** Names the child whom it is about; null where it is about the one who fills it in. */
  stuName: z.string().nullable(),
  dueTm: time14.nullable(),
  /** Tells that the time is over (1), and an answer is taken and marked. */
  lateFlag: flag,
  /** Lists the questions, with their points where the reader may see these. */
  billClmns: Columns,
  /** Tells that on phones each question is a page of its own (1). */
  singleFlag: flag,
  /** Gives what their own answer scores, once it is sent and the form shows it; else null. */
  score: z.number().nullable(),
  /** Lists the values of the dictionaries that the form has choices of. */
  choices: FormChoices,
  /** Holds what was answered, or of what was not sent yet the draft; null for nothing. */
  vals: FormValues.nullable(),
  /** Lists what of it the archive holds, as long as nothing else was written there. */
  known: KnownAnswers,
  /** Tells that the archive holds all that is asked, so that it can be sent as it is (1). */
  sameFlag: flag,
  /** Gives when it was answered; null until then. */
  sentTm: time14.nullable(),
  /** Says why an answer was given back to be written again; null for one that was not. */
  backWhy: z.string().nullable(),
  /** Lists the files that the reader sent for it, with their addresses. */
  files: AnswerFiles,
  /** Tells that somebody else answered it (1): the other guardian, or the school for them; numbers are masked then. */
  otherFlag: flag,
  /** Says why it can not be filled in now; null where it can. */
  shutWhy: z.string().nullable(),
  aprStt,
  anon,
})
