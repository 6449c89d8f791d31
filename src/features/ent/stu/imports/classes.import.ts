import { withDashes } from '#contract/values/day.ts'
import { note } from '#contract/fields.ts'
import { giveReason } from '#server/history/history.ts'
import type { ImportKind, OpenImport } from '#server/importing/importBatch.ts'
import { readByField } from '#server/importing/importCells.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'
import { readPastDate } from './cells.ts'
import { importCalls } from './imports.contract.ts'
import { validateExisting, type Planned, plansOf, readExistingStudents, refuseGone } from './existingStudents.ts'
import { type StudentPlace, readImportPlaces } from './places.ts'
import { studentOf, matchColumns } from './matchColumns.ts'
import { writeStudentChanges, classesFor } from './write.ts'

const whyColumns: ImportColumn[] = [
  {
    field: 'effDt',
    title: '生效日期',
    also: ['调班日期'],
    example: '2026-09-01',
    hint: '不能晚于今天，和原因一起记在操作记录里；调班在写入时生效',
    read: readPastDate,
  },
  {
    field: 'rem',
    title: '原因',
    also: ['调班原因', '备注'],
    example: '重新分班',
    read: readByField(note(200), '原因最多 200 个字'),
  },
]

type Plan = { stuNo: string; place: StudentPlace; reason: string }
type Values = { effDt?: string; rem?: string }

const reasonOf = ({ effDt, rem }: Values) => [rem, effDt && `${withDashes(effDt)} 起`].filter(Boolean).join('，')

/** Moves students to another class (docs/spec/imports.md#kinds); the reason is recorded with the change. */
export const classImport: ImportKind = {
  kind: 'stuunit',
  title: '班级调整',
  access: importCalls.importunit.access,
  async open(entNo, context): Promise<OpenImport<Planned<Plan>>> {
    const places = await readImportPlaces(entNo, context)
    const { grade, className } = places.columns
    return {
      columns: [...matchColumns, grade, { ...className, required: true }, ...whyColumns],
      async validate(rows) {
        const known = await readExistingStudents(rows, entNo, context)
        return validateExisting(
          rows,
          (row) => studentOf(row, known),
          (row, student) => {
            refuseGone(row, student, '调班')
            const place = row.values.className ? places.placeOf(row) : undefined
            if (!place) return undefined
            const plan = { stuNo: student.stuNo, place, reason: reasonOf(row.values as Values) }
            return { chg: place.classNo === student.unitNo ? [] : ['className'], plan }
          },
        )
      },
      async write(validated, onWritten) {
        const plans = plansOf(validated)
        const classOf = await classesFor(
          plans.map(({ place }) => place),
          entNo,
          context,
        )
        let done = 0
        for (const [reason, some] of Map.groupBy(plans, (plan) => plan.reason)) {
          await giveReason(context.db, reason)
          const changes = some.map(({ stuNo, place }) => ({ stuNo, unitNo: classOf(place) }))
          await writeStudentChanges(changes, entNo, context, (count) => onWritten(done + count))
          done += some.length
        }
        await giveReason(context.db, '')
      },
    }
  },
}
