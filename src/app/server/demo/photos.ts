import { requireRow } from '#server/database/rows.ts'
import type { DemoEnterprise } from './enterprise.ts'
import type { MadeFile } from './files/demoFiles.ts'
import { ofEach, portraitName, portraits, type Sitter } from './files/portraits.ts'
import type { NameSex } from './names.ts'
import type { Random } from './random.ts'

type Place = { school: DemoEnterprise; userNos: ReadonlyMap<string, string>; files: readonly MadeFile[] }

/** Gives nine in ten employees and students of a school their photo. */
export function hangPhotos(random: Random, { school, userNos, files }: Place) {
  const { rows, entNo } = school
  const userNo = requireRow(userNos.get(`${entNo} ${requireRow(rows.emp[4]).empNo}`))
  const made = new Map(files.map((file) => [file.facts.name, file]))
  const turns = new Map<string, number>()
  const photoOf = (sex: string | null | undefined, age: Sitter['age']) => {
    if (random.chance(0.1)) return null
    const kind = `${age} ${sex}`
    const seed = (turns.get(kind) ?? 0) % ofEach
    turns.set(kind, seed + 1)
    return requireRow(made.get(portraitName({ seed, age, sex: sex as NameSex }))).fileNo
  }
  for (const { name } of portraits) {
    const { fileNo, facts } = requireRow(made.get(name))
    rows.file.push({ entNo, fileNo, userNo, ...facts })
  }
  for (const employee of rows.emp) employee.cardPht = photoOf(employee.sex, 'adult')
  for (const student of rows.stu) student.cardPht = photoOf(student.sex, 'child')
}
