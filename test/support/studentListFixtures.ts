import { uniqueDigits } from './uniqueDigits.ts'
import { idNoOf } from './staffList.ts'
import { previewList, sendList, type StudentImport } from './studentLists.ts'
import type { Ground } from './ground.ts'

// Lists that change something of what is seeded, of each kind.
const lists: Record<StudentImport, (stdyNo: string) => string[][]> = {
  newstu: () => [
    ['姓名', '性别', '年级', '班级', '证件号'],
    ['李新', '女', '2026级', '2班', idNoOf(`98010220200101${uniqueDigits().slice(-2)}2`)],
  ],
  stu: (stdyNo) => [
    ['学号', '备注'],
    [stdyNo, '新备注'],
  ],
  ptrtel: (stdyNo) => [
    ['学号', '家长姓名', '关系', '手机'],
    [stdyNo, '赵梅', '母亲', `1441000${uniqueDigits()}`],
  ],
  stutel: (stdyNo) => [
    ['学号', '手机'],
    [stdyNo, '14400000001'],
  ],
  wts: (stdyNo) => [
    ['学号', '标签'],
    [stdyNo, '走读'],
  ],
  unit: (stdyNo) => [
    ['学号', '年级', '班级'],
    [stdyNo, '2026级', '2班'],
  ],
  edcunit: () => [
    ['学段', '年级', '班级'],
    ['小学', '2026', '7'],
  ],
}

/** Prepares what the imports of student lists need besides: a workbook, or a previewed one. */
export const studentListFixtures = {
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, rowsOf]) => {
      const kind = name as StudentImport
      const rows = async ({ server, pupils }: Ground) => {
        const { rows: kept } = await server.owner.query('select stdy_no from stu where stu_no = $1', [pupils.stuNos[0]])
        return rowsOf(kept[0].stdy_no)
      }
      const send = async (ground: Ground) => sendList({ admin: ground.caller }, await rows(ground), { entNo: ground.entNo })
      const show = async (ground: Ground) =>
        previewList({ admin: ground.caller }, kind, await rows(ground), { entNo: ground.entNo })
      return [
        [`/ent/stu/import${kind}`, async (ground: Ground) => ({ fileNo: [(await send(ground)).fileNo] })],
        [`/ent/stu/import${kind}create`, async (ground: Ground) => ({ batchNo: [(await show(ground)).batchNo] })],
      ]
    }),
  ),
  '/ent/imp/setref': async ({ caller, entNo, pupils }: Ground) => {
    const { batchNo } = await previewList({ admin: caller }, 'newstu', lists.newstu(''), { entNo })
    return { batchNo: [batchNo], refNo: [pupils.classNo] }
  },
}
