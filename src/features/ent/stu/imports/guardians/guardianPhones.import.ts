import { sql } from 'kysely'
import { onlyOnce } from '#domain/guardians/relations.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import type { ImportKind, OnWritten, OpenImport } from '#server/importing/importBatch.ts'
import { readName } from '#server/importing/importCells.ts'
import { updateMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { guardianTable } from '#domain/guardians/guardian.table.ts'
import { phoneColumn } from '../cells.ts'
import { guardianDecider, type GuardianPhonePlan, readLinks } from './guardianPhones.validate.ts'
import { makeGuardians, makeLinks } from './guardianRows.ts'
import { readHolders } from './guardians.ts'
import { importCalls } from '../imports.contract.ts'
import { validateExisting, type Planned, plansOf, readExistingStudents, refuseGone } from '../existingStudents.ts'
import { relationColumn } from './relations.ts'
import { studentOf, matchColumns } from '../matchColumns.ts'
import { inParts } from '../write.ts'

/** Imports phones of guardians, found by student and relation, which are certified by it (docs/spec/imports.md#kinds). */
export const guardianPhoneImport: ImportKind = {
  kind: 'stuptrtel',
  title: '家长认证电话',
  access: importCalls.importptrtel.access,
  async open(entNo, context): Promise<OpenImport<Planned<GuardianPhonePlan>>> {
    const relation = await relationColumn(entNo, context)
    return {
      columns: [
        ...matchColumns,
        { field: 'ptrName', title: '家长姓名', also: ['家长', '监护人姓名'], required: true, example: '王建国', read: readName },
        { field: 'relt', title: '关系', also: ['与学生关系', '家长关系'], required: true, ...relation },
        phoneColumn('手机', ['手机号', '手机号码', '移动电话', '家长手机', '家长电话', '联系电话', '认证手机', '认证电话']),
      ],
      async validate(rows) {
        const known = await readExistingStudents(rows, entNo, context)
        const found = new Map(rows.map((row) => [row, studentOf(row, known)]))
        const students = [...new Set([...found.values()].flatMap((one) => one?.stuNo ?? []))]
        const phones = rows.flatMap(({ values }) => (values.authTel ? [String(values.authTel)] : []))
        const holders = await readHolders([...new Set(phones)], entNo, context)
        const relations = await readDictionaryLabels(context.db, 'RELT')
        const decide = guardianDecider(
          holders,
          await readLinks(students, entNo, context),
          (relt) => relations.get(relt) ?? '家长',
        )
        return validateExisting(
          rows,
          (row) => found.get(row),
          (row, student) => {
            refuseGone(row, student, '登记家长')
            return decide(row, student)
          },
          ({ values: { relt, authTel } }) => `${relt} ${onlyOnce.includes(String(relt)) ? '' : authTel}`,
        )
      },
      write: (validated, onWritten) => writeGuardians(plansOf(validated), entNo, context, onWritten),
    }
  },
}

async function writeGuardians(plans: GuardianPhonePlan[], entNo: string, context: Context, onWritten: OnWritten) {
  const { db } = context
  const made = await makeGuardians(
    plans.filter(({ ptrNo }) => !ptrNo),
    '1',
    entNo,
    context,
  )
  const written = new Set(made.values())
  await inParts(plans, onWritten, async (some) => {
    const rows = some.map((plan) => ({ ...plan, ptrNo: plan.ptrNo ?? made.get(plan.authTel) ?? '' }))
    // Changes a guardian once, whom brothers and sisters share.
    const changed = [...new Map(rows.map((row) => [row.ptrNo, row])).values()].filter(
      ({ ptrNo, changes }) => changes && !written.has(ptrNo),
    )
    for (const { ptrNo } of changed) written.add(ptrNo)
    const facts = changed.map(({ ptrNo, ptrName, authTel }) => {
      const words = searchTextOf(guardianTable, { ptrNo, ptrName, authTel })
      return { ptrNo, ptrName, authTel, authFlag: '1', searchText: words }
    })
    const links = rows
      .filter(({ link }) => link === 'new')
      .map(({ stuNo, ptrNo, relt, prior }) => ({ stuNo, ptrNo, relt, prior }))
    await makeLinks(links, [...made.values()], entNo, context)
    await updateMany(db, 'ptr', entNo, 'ptrNo', facts)
    const other = rows.filter(({ link }) => link === 'relt')
    await sql`update stuptr l set relt = w.relt
      from unnest(${other.map(({ stuNo }) => stuNo)}::text[], ${other.map(({ ptrNo }) => ptrNo)}::text[],
        ${other.map(({ relt }) => relt)}::text[]) w (stu_no, ptr_no, relt)
      where l.ent_no = ${entNo} and l.stu_no = w.stu_no and l.ptr_no = w.ptr_no`.execute(db)
  })
}
