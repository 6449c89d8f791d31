import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { ImportKind, OnWritten, OpenImport } from '#server/importing/importBatch.ts'
import { insertMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import { schoolYearOf } from '#domain/units/units.ts'
import { makeGuardians, makeLinks } from '../guardians/guardianRows.ts'
import { importCalls } from '../imports.contract.ts'
import { type Planned, plansOf } from '../existingStudents.ts'
import { newcomerColumns } from './newcomers.columns.ts'
import { validateNewcomers, type Newcomer } from './newcomers.validate.ts'
import { readNewcomerContext } from './newcomers.context.ts'
import { readImportPlaces } from '../places.ts'
import { classesFor, inParts } from '../write.ts'

/** Imports new students with their guardians (docs/spec/imports.md#kinds): students on the roll are not changed by it. */
export const newcomerImport: ImportKind = {
  kind: 'stunew',
  title: '新生信息',
  access: importCalls.importnewstu.access,
  hasPlaces: true,
  async open(entNo, context, unitNo): Promise<OpenImport<Planned<Newcomer>>> {
    const places = await readImportPlaces(entNo, context, unitNo)
    const schYear = await schoolYearOf(context.db, entNo)
    return {
      columns: await newcomerColumns(entNo, context, places),
      validate: async (rows) => validateNewcomers(rows, places, await readNewcomerContext(rows, entNo, context), schYear),
      write: (validated, onWritten) => addNewcomers(plansOf(validated), entNo, context, onWritten),
    }
  },
}

async function addNewcomers(newcomers: Newcomer[], entNo: string, context: Context, onWritten: OnWritten) {
  const { db, numbers } = context
  const classOf = await classesFor(
    newcomers.map(({ place }) => place),
    entNo,
    context,
  )
  const stuNos = await numbers('STU_NO', newcomers.length)
  const children = newcomers.map((one, i) => ({ ...one, stuNo: stuNos[i] as string, unitNo: classOf(one.place) }))
  const fresh = newcomers.flatMap(({ parents }) => parents.filter(({ ptrNo }) => !ptrNo))
  const made = await makeGuardians(fresh, '0', entNo, context)
  await inParts(children, onWritten, async (some) => {
    await insertMany(
      db,
      'stu',
      some.map((one) => studentRow(entNo, one, context)),
    )
    const archives = some.flatMap(({ stuNo, ntnl }) => (ntnl ? [{ entNo, stuNo, ntnl }] : []))
    await insertMany(db, 'stuarch', archives)
    const links = some.flatMap(({ stuNo, parents }) =>
      parents.map(({ ptrNo, authTel, relt }, i) => ({ stuNo, ptrNo: ptrNo ?? made.get(authTel) ?? '', relt, prior: i + 1 })),
    )
    await makeLinks(links, [...made.values()], entNo, context)
  })
}

type Child = Newcomer & { stuNo: string; unitNo: string }

function studentRow(entNo: string, { stuNo, unitNo, stuName, sex, brth, stdyNo, wts, idNo }: Child, { services }: Context) {
  const { secret } = services
  return {
    entNo,
    stuNo,
    unitNo,
    stuName,
    sex,
    brth,
    stdyNo,
    wts,
    idNo: secret.seal(idNo),
    idNoHash: secret.hash(idNo),
    authFlag: '0',
    stt: Status.enabled,
    searchText: searchTextOf(studentTable, { stuNo, stuName, stdyNo, authTel: null }),
  }
}
