import { birthOf } from '#contract/values/idNumber.ts'
import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import type { ImportKind, ValidatedRow } from '#server/importing/importBatch.ts'
import { readIdNo, readLabel, readName, readNames, readPhone, readSex } from '#server/importing/importCells.ts'
import { nationalCodeOf } from '#server/reference/nationalCodes.ts'
import { areasOf, refuseContradictions, refuseRepeats } from '#server/importing/importFacts.ts'
import { importColumns } from '#server/importing/importFields.ts'
import { errorOf, type ImportColumn, type ReadRow } from '#server/importing/importTable.ts'
import { emp } from '../emp.contract.ts'
import { readDepartments } from '../emp.departments.ts'
import { employeeFields, employeeImportOrder } from '../emp.fields.ts'
import { addEmployees, updatePeople } from './emp.importing.ts'
import { readPeople, type EmployeeValues } from '../emp.people.ts'
import { readAssignableRoles } from '../emp.roles.ts'

/**
 * Imports the staff list of an enterprise: matched by ID number, then work number, then phone; an empty cell changes nothing
 * (docs/spec/imports.md#kinds).
 */
export const employeeImport: ImportKind = {
  kind: 'emp',
  title: '员工',
  access: emp.importemp.access,
  async open(entNo, context) {
    const read = (rows: ReadRow[]) => readPeople(context.db, rows, entNo, context.services.secret.hash)
    return {
      columns: await columnsOf(entNo, context),
      validate: async (rows) => validate(rows, await read(rows)),
      async write(validated, onWritten) {
        const of = (act: ValidatedRow['act']) => validated.filter((one) => one.act === act).map(({ row }) => row)
        const [added, changed] = [of('add'), of('upd')]
        // Relies on the lock of the check in this transaction: they are who they were.
        await updatePeople({ people: await read(changed), rows: changed.map(valuesOf) }, entNo, context, onWritten)
        await addEmployees(added.map(valuesOf), entNo, context, (count) => onWritten(changed.length + count))
      },
    }
  },
}

async function columnsOf(entNo: string, context: Context): Promise<ImportColumn[]> {
  const { db } = context
  const [departments, roles, peoples, posts] = await Promise.all([
    readDepartments(db, entNo),
    readAssignableRoles(entNo, context),
    offeredLabels(db, entNo, 'NTNL'),
    offeredLabels(db, entNo, 'PSTN'),
  ])
  return importColumns(employeeFields, employeeImportOrder, {
    empName: { read: readName },
    sex: { options: ['男', '女'], read: readSex },
    authTel: { read: readPhone },
    idNo: { read: readIdNo },
    ntnl: { options: [...peoples.values()], read: readLabel('民族', peoples, nationalCodeOf('NTNL')) },
    orgName: { example: departments.names[0] ?? '教务处', options: departments.names, read: readNames(departments.find) },
    pstn: { options: [...posts.values()], read: readLabel('岗位', posts) },
    roleName: { options: roles.names, read: readNames(roles.find) },
  })
}

// Names the fields that nobody may share.
const unique = { idNo: '身份证号', workNo: '工号', authTel: '手机' }

function validate(rows: ReadRow[], people: Awaited<ReturnType<typeof readPeople>>): ValidatedRow[] {
  const seen = new Map<string, number>()
  const targets = new Map<string, number>()
  const areas = areasOf(rows)
  return rows.map((row): ValidatedRow => {
    refuseContradictions(row, areas)
    refuseRepeats(row, seen, unique)
    const values = valuesOf(row)
    const { target, clash } = people.find(values)
    row.errs.push(...clash)
    const earlier = target && targets.get(target.empNo)
    if (earlier && row.errs.length === 0) row.errs.push(errorOf('empName', `与第 ${earlier} 行是同一人`, { code: '同一人' }))
    if (row.errs.length > 0) return { row, act: 'skip', chg: [] }
    if (!target) return { row, act: 'add', chg: [] }
    targets.set(target.empNo, row.rowNo)
    const chg = people.differences(target, values)
    return { row, act: chg.length > 0 ? 'upd' : 'same', chg, target: target.empNo }
  })
}

/** Returns a row's values; takes the birth date of an ID number where none is given. */
function valuesOf({ values }: ReadRow): EmployeeValues {
  const {
    orgName = [],
    roleName = [],
    ...known
  } = values as Partial<EmployeeValues> & { orgName?: string[]; roleName?: string[] }
  const brth = known.brth ?? (known.idNo && birthOf(known.idNo))
  return { empName: '', authTel: '', ...known, ...(brth && { brth }), orgs: orgName, roles: roleName }
}
