import * as z from 'zod'
import { code, no, note, ownNo, stt, text, ver } from '#contract/fields.ts'

export const year = z.int().min(1970).max(2100)

export const unitNo = no.meta({ title: '单元编号' })

export const prtNo = no.meta({ title: '上级单元' })

/** Describes a unit of a school (docs/spec/units.md). */
export const Unit = z.object({
  unitNo,
  entNo: no.meta({ title: '单位编号' }),
  unitName: text(40).meta({ title: '单元名称' }),
  selfNo: ownNo.nullish().meta({ title: '自编号' }),
  prtNo: prtNo.nullable(),
  unitType: code('UNIT_TYPE').meta({ title: '单元类型' }),
  stdyPrd: code('STDY_PRD').nullable().meta({ title: '学段' }),
  entrYear: year.nullable().meta({ title: '入学年份' }),
  grdtYear: year.nullable().meta({ title: '毕业年份' }),
  /** Gives the year of a grade: 1 in its first year. */
  curGrade: z.int().nullable().meta({ title: '年级数' }),
  clsNo: z.int().nullable().meta({ title: '班号' }),
  /** Gives the current school year of the school itself. */
  curSchYear: z.int().nullable().meta({ title: '学年' }),
  /** Keeps a name given by hand when its grade goes up (1). */
  nameLock: code('YES_NO').meta({ title: '名称固定' }),
  /** Marks the class of those of a grade who have none yet (1). */
  waitFlag: code('YES_NO').meta({ title: '待分班' }),
  grdtFlag: code('YES_NO').meta({ title: '已毕业' }),
  des: note(500).meta({ title: '描述' }),
  showOrd: z.int().min(1).max(999_999).meta({ title: '显示顺序' }),
  rem: note(500).meta({ title: '备注' }),
  stt,
  ver,
})
