import { sql } from 'kysely'
import { Status, text } from '#contract/fields.ts'
import { freeNumbers, unitTypes } from '#domain/units/units.contract.ts'
import { classOf, gradeYears, insertUnits, type ParentUnit, readUnitRules, usedNumbers } from '#domain/units/createUnits.ts'
import { nearestText } from '#server/base/editDistance.ts'
import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import type { ImportKind, OnWritten, OpenImport } from '#server/importing/importBatch.ts'
import { readByField, readLabel } from '#server/importing/importCells.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'
import { lockUnits } from '#domain/units/units.ts'
import { importCalls } from '../imports.contract.ts'
import { type Planned, plansOf } from '../existingStudents.ts'
import { giveClasses, readLeads } from './leads.ts'
import { validateUnits, type PlannedUnit, type UnitsPlan, readUnits } from './units.validate.ts'

const readUnitName = (title: string) => readByField(text(40), `${title}最多 40 个字，写在一行里`)

/** Returns the reader of a campus name, which asks about a name similar to an existing campus, for it would be made. */
async function campusReader(entNo: string, { db }: Context): Promise<ImportColumn['read']> {
  const { rows } = await sql<{ unitName: string }>`select unit_name from edcunit
    where ent_no = ${entNo} and unit_type = ${unitTypes.campus} and stt <> ${Status.deleted} and grdt_flag = '0'`.execute(db)
  const names = rows.map(({ unitName }) => unitName)
  const read = readUnitName('校区')
  return (written) => {
    const meant = names.includes(written) ? undefined : nearestText(written, names)
    const sgst = [{ val: meant ?? '', why: '写法相近' }]
    return meant ? { wrong: `没有校区“${written}”，照原样写入会新建`, value: written, sgst } : read(written)
  }
}

async function columnsOf(entNo: string, context: Context): Promise<ImportColumn[]> {
  const periods = await offeredLabels(context.db, entNo, 'STDY_PRD')
  const read = readLabel('学段', periods)
  return [
    {
      field: 'campus',
      title: '校区',
      also: ['分校', '校区名称'],
      example: '',
      hint: '只有一个校区的不填',
      read: await campusReader(entNo, context),
    },
    {
      field: 'stdyPrd',
      title: '学段',
      also: ['学部'],
      required: true,
      example: '初中',
      options: [...periods.values()],
      // Proposes nothing for two letters, too few to guess from: 大学 is not 小学.
      read: (written) => ({ ...read(written === '幼儿园' ? '学前' : written.replace(/部$/, '')), sgst: [] }),
    },
    {
      field: 'gradeName',
      title: '年级',
      also: ['入学年', '入学年份'],
      required: true,
      example: '2026',
      hint: '入学年份，如 2026；也可以写 七年级、初一',
      read: readUnitName('年级'),
    },
    {
      field: 'className',
      title: '班级',
      also: ['班级名称', '班号'],
      required: true,
      example: '1',
      hint: '班号，如 1；也可以写名称，如 实验班',
      read: readUnitName('班级'),
    },
  ]
}

/** Imports classes with their grades, periods and campuses, and their head teachers (docs/spec/imports.md#kinds). */
export const unitImport: ImportKind = {
  kind: 'eduunit',
  title: '年级班级',
  access: importCalls.importedcunit.access,
  async open(entNo, context): Promise<OpenImport<Planned<UnitsPlan>>> {
    const leads = await readLeads(entNo, context)
    return {
      columns: [...(await columnsOf(entNo, context)), leads.column],
      async validate(rows) {
        await lockUnits(context.db, entNo)
        return validateUnits(rows, await readUnits(entNo, context), leads)
      },
      write: (validated, onWritten) => writeUnits(plansOf(validated), entNo, context, onWritten),
    }
  },
}

async function writeUnits(plans: UnitsPlan[], entNo: string, context: Context, onWritten: OnWritten) {
  const nodes = new Map(plans.flatMap((plan) => plan.nodes).map((node) => [node.key, node]))
  const byKey = await readParents(nodes, entNo, context)
  const rule = await readUnitRules(context.db, entNo)
  for (const unitType of [unitTypes.campus, unitTypes.period, unitTypes.grade, unitTypes.class]) {
    const level = [...nodes.values()].filter((node) => node.unitType === unitType && !node.unitNo)
    for (const [key, some] of Map.groupBy(level, ({ parent }) => parent)) {
      const parent = byKey.get(key) as ParentUnit
      const units =
        unitType === unitTypes.class
          ? await classesOf(some, { grade: parent, rule, entNo }, context)
          : some.map(newUnit(parent, rule))
      const made = await insertUnits(context, entNo, parent, units)
      for (const [i, unit] of made.entries()) byKey.set(some[i]?.key ?? '', unit)
    }
  }
  const given = plans.flatMap(({ nodes: path, leads }) => {
    const unitNo = byKey.get(path.at(-1)?.key ?? '')?.unitNo ?? ''
    return leads.map((empNo) => ({ empNo, unitNo }))
  })
  await giveClasses(given, entNo, context)
  await onWritten(plans.length)
}

// Reads the existing units among those of the plans and those above them.
async function readParents(
  nodes: ReadonlyMap<string, PlannedUnit>,
  entNo: string,
  { db }: Context,
): Promise<Map<string, ParentUnit>> {
  const nos = [...nodes.values()].flatMap(({ unitNo, parent }) => unitNo ?? parent)
  const { rows } = await sql<ParentUnit>`select unit_no, unit_name, stdy_prd, entr_year, grdt_year from edcunit
    where ent_no = ${entNo} and unit_no = any(${nos})`.execute(db)
  return new Map(rows.map((unit) => [unit.unitNo, unit]))
}

type Rule = Awaited<ReturnType<typeof readUnitRules>>

const newUnit =
  (parent: ParentUnit, rule: Rule) =>
  ({ unitType, unitName, stdyPrd, entrYear }: PlannedUnit) => ({
    unitType,
    unitName,
    stdyPrd,
    ...(unitType === unitTypes.grade && gradeYears({ stdyPrd, entrYear }, parent, rule)),
  })

// Keeps numbers; named ones get the next free ones.
async function classesOf(
  some: readonly PlannedUnit[],
  { grade, rule: { naming }, entNo }: { grade: ParentUnit; rule: Rule; entNo: string },
  { db }: Context,
) {
  const used = await usedNumbers(db, entNo, grade.unitNo)
  for (const { clsNo } of some) if (clsNo !== null) used.add(clsNo)
  return some.map(({ clsNo, unitName }) => {
    const [next = 1] = freeNumbers(used, 1)
    const own = clsNo ?? next
    used.add(own)
    const byRule = classOf(grade, own, naming)
    return { ...byRule, unitName, nameLock: unitName === byRule.unitName ? '0' : '1' }
  })
}
