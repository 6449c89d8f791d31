import { sql } from 'kysely'
import type * as z from 'zod'
import type { FormValues } from '#contract/form/column.ts'
import { maskValues, openValues, readFormChoices } from '#domain/forms/formTemplates.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { readAnswerFiles } from './answerFiles.ts'
import { type Asked, draftKey, type Filler, isFilledBy, isOwnAnswer, lockAsked, shutWhy } from './answering.ts'
import { prefill, withoutColumns, withoutOwner } from './archive/prefilling.ts'
import { Anonymity, ApprovalState, type AskedForm } from './collections.contract.ts'
import { readShownForm } from './shownForm.ts'

type Head = Pick<
  z.output<typeof AskedForm>,
  'title' | 'des' | 'entName' | 'sndName' | 'stuName' | 'dueTm' | 'sentTm' | 'backWhy' | 'anon' | 'score'
> & {
  vals: FormValues | null
  keptClmns: string[] | null
  draft: string | null
  isGuardian: boolean
}

const isUnnamed = ({ anon, keyHash }: Asked) => anon !== Anonymity.none || keyHash !== null

// Marks an answer that comes after its time, where it is taken.
const lateOf = ({ isLate, lateFlag }: Asked) => (isLate && lateFlag === '1' ? '1' : '0')

/**
 * Reads a form as whoever is asked fills it in; `isByLink`: its files open without an account. Throws notFound where they are not
 * asked.
 */
export async function readAskedForm(
  db: Db,
  secret: Secret,
  filler: Filler,
  { isByLink = false } = {},
): Promise<z.output<typeof AskedForm>> {
  const { entNo } = filler
  const asked = await lockAsked(db, entNo, isFilledBy(filler))
  const { rows } =
    await sql<Head>`select h.title, h.des, h.anon, n.ent_name, e.emp_name as snd_name, s.stu_name, h.due_tm, a.sent_tm, a.score, a.vals, a.kept_clmns,
      exists (select from stuptr l where l.ent_no = t.ent_no and l.stu_no = t.stu_no and l.ptr_no = ${filler.ptrNo ?? null}
        and l.grd_flag = '1') as is_guardian,
      t.drafts ->> ${draftKey(filler)} as draft, t.back_why
    from hndto t join hnd h using (ent_no, hnd_no) join ent n using (ent_no) join emp e on e.ent_no = h.ent_no and e.emp_no = h.emp_no
    left join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no
    left join ans a on a.ent_no = t.ent_no and a.to_no = t.to_no and a.stt = '1'
    where t.ent_no = ${entNo} and t.to_no = ${Number(asked.toNo)}`.execute(db)
  const { vals, keptClmns, draft, isGuardian, score, ...head } = requireRow(rows[0])
  const isOthers = vals !== null && !isOwnAnswer(asked, filler)
  const isOwn = vals !== null && !isOthers
  // Shows what those who decide fill in once they have.
  const fills = asked.aprStt === ApprovalState.passed ? [] : asked.fills
  const { columns: billClmns, shown } = await readShownForm(db, asked, { isOwn, score, fills })
  const files = { entNo, toNo: Number(asked.toNo), byNo: draftKey(filler), isPublic: isByLink }
  const sent =
    vals &&
    (isOthers
      ? withoutOwner(billClmns, maskValues(billClmns, vals), 'ptr')
      : withoutColumns(openValues(secret, billClmns, vals), keptClmns ?? []))
  const written = sent ?? (draft ? (JSON.parse(secret.open(draft)) as FormValues) : null)
  const why = shutWhy(asked, filler)
  const subject = { entNo, empNo: asked.empNo, stuNo: asked.stuNo, ptrNo: filler.ptrNo ?? null }
  // Tells numbers and addresses in clear to the person, and to a legal guardian who has signed in: a link may be passed on.
  const isClear = !isByLink && (filler.empNo !== undefined || isGuardian)
  // Puts nothing of an archive into an answer that is to name nobody, nor where it is not known who answers.
  const isKept = why !== null || isUnnamed(asked)
  const filled = isKept ? { vals: written } : await prefill(db, secret, subject, { columns: billClmns, written, isClear })
  return {
    known: [],
    sameFlag: '0',
    ...head,
    lateFlag: lateOf(asked),
    ...shown,
    aprStt: isOthers ? null : asked.aprStt,
    choices: await readFormChoices(db, entNo, billClmns),
    ...filled,
    files: isOthers ? [] : await readAnswerFiles(db, secret, files),
    otherFlag: isOthers ? '1' : '0',
    shutWhy: why,
  }
}
