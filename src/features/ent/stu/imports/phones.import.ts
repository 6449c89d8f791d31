import type { ImportKind, OpenImport } from '#server/importing/importBatch.ts'
import { errorOf } from '#server/importing/importTable.ts'
import { phoneColumn } from './cells.ts'
import { importCalls } from './imports.contract.ts'
import { validateExisting, type Planned, plansOf, readExistingStudents, refuseGone } from './existingStudents.ts'
import { studentOf, matchColumns } from './matchColumns.ts'
import { type StudentColumnChanges, writeStudentChanges, studentWords } from './write.ts'

/** Imports phones of students, which are certified by it (docs/spec/imports.md#kinds); several children may have one. */
export const phoneImport: ImportKind = {
  kind: 'stutel',
  title: '学生认证电话',
  access: importCalls.importstutel.access,
  async open(entNo, context): Promise<OpenImport<Planned<StudentColumnChanges>>> {
    return {
      columns: [
        ...matchColumns,
        phoneColumn('手机', ['手机号', '手机号码', '移动电话', '联系电话', '认证手机', '认证电话', '学生手机']),
      ],
      async validate(rows) {
        const known = await readExistingStudents(rows, entNo, context)
        return validateExisting(
          rows,
          (row) => studentOf(row, known),
          (row, student) => {
            refuseGone(row, student, '认证')
            const { authTel } = row.values as { authTel: string }
            const isChanged = authTel !== student.authTel
            if (isChanged && student.authFlag === '1')
              row.wrns.push(errorOf('authTel', '原来的手机已认证，将换成新的', { code: '原来的手机已认证' }))
            const plan = { stuNo: student.stuNo, authTel, authFlag: '1', searchText: studentWords(student, { authTel }) }
            return { chg: isChanged || student.authFlag !== '1' ? ['authTel'] : [], plan }
          },
        )
      },
      write: (validated, onWritten) => writeStudentChanges(plansOf(validated), entNo, context, onWritten),
    }
  },
}
