import { nearestText } from '#server/base/editDistance.ts'
import type { ImportKind, OpenImport } from '#server/importing/importBatch.ts'
import { errorOf, type ImportColumn } from '#server/importing/importTable.ts'
import { rightsIn, labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import {
  clashIn,
  type RightsHolder,
  replaceLabels,
  splitLabels,
  listOf,
  mostLetters,
  withLabels,
} from '#domain/students/stu.labels.contract.ts'
import { labelColumn, refuseUnseenLabels } from './cells.ts'
import { importCalls } from './imports.contract.ts'
import { validateExisting, type Planned, plansOf, readExistingStudents } from './existingStudents.ts'
import { studentOf, matchColumns } from './matchColumns.ts'
import { type StudentColumnChanges, writeStudentChanges } from './write.ts'

const ways = { 加: 'add', 减: 'remove', 替换: 'replace' } as const
type Way = (typeof ways)[keyof typeof ways]
const words: Record<Way, string> = { add: '加上 增加 添加 新增', remove: '减去 去掉 去除 删除 移除', replace: '覆盖 更换' }
const said = Object.entries(words).flatMap(([way, list]) => list.split(' ').map((word) => [word, way as Way] as const))
const spelt: Record<string, Way> = { ...ways, ...Object.fromEntries(said) }

const wayColumn: ImportColumn = {
  field: 'way',
  title: '方式',
  also: ['操作方式', '操作'],
  example: '加',
  options: Object.keys(ways),
  hint: '加、减或替换；不填是加',
  read(text) {
    if (spelt[text]) return { value: spelt[text] }
    const meant = nearestText(text, Object.keys(ways))
    return { wrong: `方式应为加、减或替换，不是“${text}”`, sgst: meant ? [{ val: meant, why: '写法相近' }] : [] }
  },
}

type Values = { wts: string[]; way?: Way }

function nextOf(kept: string | null, { wts, way = 'add' }: Values, rights: RightsHolder): string | null {
  if (way === 'replace') return listOf(replaceLabels(rights, kept, wts))
  return way === 'add' ? withLabels(kept, wts) : withLabels(kept, [], wts)
}

/** Imports labels of students: adds some, removes some, or replaces all (docs/spec/imports.md#kinds). */
export const labelImport: ImportKind = {
  kind: 'stuwts',
  title: '学生标签',
  access: importCalls.importwts.access,
  async open(entNo, context): Promise<OpenImport<Planned<StudentColumnChanges>>> {
    return {
      columns: [...matchColumns, { ...(await labelColumn(entNo, context)), required: true }, wayColumn],
      async validate(rows) {
        const known = await readExistingStudents(rows, entNo, context)
        const sight = await labelVisibilityOf(context, entNo)
        return validateExisting(
          rows,
          (row) => studentOf(row, known),
          (row, { stuNo, unitNo, wts: kept }) => {
            if (!row.values.wts) return undefined
            const rights = rightsIn(sight, unitNo)
            refuseUnseenLabels(row, rights)
            const next = nextOf(kept, row.values as Values, rights)
            if ((next?.length ?? 0) > mostLetters) row.errs.push(errorOf('wts', '标签太多，请先去掉一些'))
            if (clashIn(splitLabels(next))) row.errs.push(errorOf('wts', '和你看不到的标签只能选一个'))
            return { chg: next === listOf(splitLabels(kept)) ? [] : ['wts'], plan: { stuNo, wts: next } }
          },
        )
      },
      write: (validated, onWritten) => writeStudentChanges(plansOf(validated), entNo, context, onWritten),
    }
  },
}
