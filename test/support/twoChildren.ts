import { expect } from 'vitest'
import type { TestServer } from './harness.ts'
import { enrol, makePupilSchool, type PupilSchool } from './pupilSchool.ts'
import { idNoOf } from './staffList.ts'
import { everything, previewList, type StudentImport, undoBatch, writeList } from './studentLists.ts'

/** Holds the ID number of 王小明. */
export const idNo = idNoOf('98010220170911001')

/** Makes a school with 王小明, whose student number is X1, and 李一, X2. */
export async function makeTwoChildren(server: TestServer) {
  const school = await makePupilSchool(server)
  const one = await enrol(school, { stuName: '王小明', stdyNo: 'X1', idNo })
  const other = await enrol(school, { stuName: '李一', stdyNo: 'X2' })
  return { school, one, other, client: school.admin.client }
}

/** Writes a list, tells what it did, and that taking it back gives every value back. */
export async function writtenAndBack(school: PupilSchool, kind: StudentImport, list: string[][], look: () => Promise<unknown>) {
  const before = await everything(school)
  const { batchNo, addCnt, updCnt } = await writeList(school, kind, list)
  const seen = await look()
  expect(await previewList(school, kind, list)).toMatchObject({ sameCnt: list.length - 1, errCnt: 0 })
  await undoBatch(school, batchNo)
  expect(await everything(school)).toEqual(before)
  return { addCnt, updCnt, seen }
}
