import * as z from 'zod'
import { code, flag, freeText, maskedText, no } from '#contract/fields.ts'

/** Describes a guardian of a student, with the facts of their link (docs/spec/guardians.md#links). */
export const StudentGuardian = z.object({
  ptrNo: no.meta({ title: '家长编号' }),
  ptrName: z.string().meta({ title: '家长' }),
  relt: code('RELT').meta({ title: '关系' }),
  authTel: maskedText.meta({ title: '认证手机' }),
  authFlag: flag.meta({ title: '认证', dictionary: 'AUTH_FLAG' }),
  grdFlag: flag.meta({ title: '法定监护人' }),
  msgFlag: flag.meta({ title: '接收消息' }),
  pickFlag: flag.meta({ title: '可接送' }),
  liveFlag: flag.meta({ title: '同住' }),
  prior: z.int().meta({ title: '联系次序' }),
  rem: freeText.meta({ title: '备注' }),
  stt: code('STT').meta({ title: '状态' }),
})

const count = z.int()
const Place = z.object({
  unitNo: no.meta({ title: '单元编号' }),
  unitName: z.string().meta({ title: '单元' }),
  helpCode: z.string().meta({ title: '助记码' }),
  unitType: code('UNIT_TYPE').meta({ title: '类型' }),
  stt: code('STT').meta({ title: '状态' }),
  grdtFlag: flag.meta({ title: '已毕业' }),
  cnt: count.meta({ title: '在籍学生' }),
})
export type StudentPlaceNode = z.output<typeof Place> & { items: StudentPlaceNode[] }

/** Describes a unit beside the list: those below it in `items`, and how many on the roll are in all of it. */
export const StudentPlaceNode: z.ZodType<StudentPlaceNode> = z.lazy(() => Place.extend({ items: z.array(StudentPlaceNode) }))

/** Describes how many students match a filter, and how they divide. */
export const StudentCounts = z.object({
  total: count.meta({ title: '全部' }),
  manCnt: count.meta({ title: '男' }),
  womanCnt: count.meta({ title: '女' }),
  brdCnt: count.meta({ title: '住校' }),
  dayCnt: count.meta({ title: '走读' }),
  noAuthCnt: count.meta({ title: '未认证' }),
  noPtrCnt: count.meta({ title: '无家长' }),
  rollCnt: count.meta({ title: '在籍' }),
  lrnCnt: count.meta({ title: '正常' }),
  grdtCnt: count.meta({ title: '毕业' }),
  lvCnt: count.meta({ title: '转出' }),
  spndCnt: count.meta({ title: '休学' }),
})
