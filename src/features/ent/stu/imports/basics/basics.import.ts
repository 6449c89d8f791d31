import type { Context } from '#server/call/context.ts'
import type { ImportKind, OnWritten, OpenImport } from '#server/importing/importBatch.ts'
import type { ReadRow } from '#server/importing/importTable.ts'
import { insertMany, updateMany } from '#server/database/rows.ts'
import { archiveFields } from '#features/ent/stuarch/stuarch.contract.ts'
import { basicColumns } from './basics.columns.ts'
import { type BasicsPlan, readDecider, subjectOf } from './basics.validate.ts'
import { importCalls } from '../imports.contract.ts'
import {
  type Decision,
  validateExisting,
  type ExistingStudent,
  type Planned,
  plansOf,
  readExistingStudents,
} from '../existingStudents.ts'
import { inParts } from '../write.ts'

/** Imports facts of students and their archives (docs/spec/imports.md#kinds): filled-in cells change, the rest stays. */
export const basicImport: ImportKind = {
  kind: 'stubasic',
  title: '基础信息',
  access: importCalls.importstu.access,
  async open(entNo, context): Promise<OpenImport<Planned<BasicsPlan>>> {
    return {
      columns: await basicColumns(entNo, context),
      async validate(rows) {
        const known = await readExistingStudents(rows, entNo, context)
        const decide = await readDecider(rows, known, entNo, context)
        const decisions = new Map<ReadRow, [ExistingStudent, Decision<BasicsPlan>]>()
        for (const row of rows) {
          const student = subjectOf(row, known)
          if (student) decisions.set(row, [student, await decide(row, student)])
        }
        return validateExisting(
          rows,
          (row) => decisions.get(row)?.[0],
          (row) => decisions.get(row)?.[1],
        )
      },
      write: (validated, onWritten) => writeBasics(plansOf(validated), entNo, context, onWritten),
    }
  },
}

const empty = Object.fromEntries([...archiveFields, 'unfStuNoHash', 'areaCode'].map((field) => [field, null]))

async function writeBasics(plans: BasicsPlan[], entNo: string, { db }: Context, onWritten: OnWritten) {
  await inParts(plans, onWritten, async (some) => {
    await updateMany(
      db,
      'stu',
      entNo,
      'stuNo',
      some.flatMap(({ student }) => student ?? []),
    )
    const archives = (isNew: boolean) => some.flatMap((plan) => (plan.archive && plan.isNew === isNew ? [plan.archive] : []))
    await insertMany(
      db,
      'stuarch',
      archives(true).map((archive) => ({ entNo, ...empty, ...archive })),
    )
    await updateMany(db, 'stuarch', entNo, 'stuNo', archives(false))
  })
}
