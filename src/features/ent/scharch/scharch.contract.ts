import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { decimal } from '#contract/values/decimal.ts'
import { code, keyWord, no, note, page, pageQuery, ver } from '#contract/fields.ts'
import { areaNames } from '#contract/shell/admnarea.contract.ts'

const may = permissions('scharch')

/** Names the identity of schools. */
export const schoolIdentity = '030'

const squareMetres = decimal().min(0).max(9_999_999_999).nullish()

/** Describes the archive of a school (docs/spec/archives.md#schools); without a version nothing is stored yet. */
export const SchoolArchive = z.object({
  entNo: no.meta({ title: '学校编号' }),
  entName: z.string().meta({ title: '学校名称' }),
  ...areaNames,
  adr: note(100).meta({ title: '详细地址' }),
  schType: code('SCHTYPE').nullish().meta({ title: '办学类型' }),
  ntr: code('SCH_NTR').nullish().meta({ title: '学校性质' }),
  admnLvl: code('ADMN_LVL').nullish().meta({ title: '行政级别' }),
  flrSpc: squareMetres.meta({ title: '占地面积（㎡）' }),
  flrArea: squareMetres.meta({ title: '建筑面积（㎡）' }),
  ver: ver.nullable(),
})

const { entNo: _, entName: __, ver: ___, ...writable } = SchoolArchive.shape
const { schType, ntr, admnLvl } = SchoolArchive.pick({ schType: true, ntr: true, admnLvl: true }).partial().shape

/** Defines the calls for the archives of schools: one’s own, and those below that one reaches (docs/spec/archives.md#schools). */
export const scharch = resource('/ent/scharch', {
  getpage: get(may.view, z.object({ schType, ntr, admnLvl, keyWord, ...pageQuery.shape }), page(SchoolArchive)),
  get: get(may.view, z.object({}), SchoolArchive),
  set: post(may.edit, z.object({ ...writable, ver: ver.nullish() }), SchoolArchive, '档案设置成功'),
})
