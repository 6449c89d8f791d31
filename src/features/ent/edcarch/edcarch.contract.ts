import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, no, note, page, pageQuery, ver } from '#contract/fields.ts'
import { areaNames } from '#contract/shell/admnarea.contract.ts'

const may = permissions('edcarch')

const { prvn, city, dstr } = areaNames

/**
 * Describes the archive of an enterprise that is no school (docs/spec/archives.md#other-enterprises); without a version nothing
 * is stored yet.
 */
export const EnterpriseArchive = z.object({
  entNo: no.meta({ title: '单位编号' }),
  entName: z.string().meta({ title: '企业名称' }),
  idntNo: code('IDNT').meta({ title: '身份' }),
  prvn,
  city,
  dstr,
  adr: note(100).meta({ title: '详细地址' }),
  ver: ver.nullable(),
})

const { adr, idntNo } = EnterpriseArchive.shape

/**
 * Defines the calls for the archives of enterprises other than schools: one’s own, and those below that one reaches
 * (docs/spec/archives.md#other-enterprises).
 */
export const edcarch = resource('/ent/edcarch', {
  getpage: get(may.view, z.object({ idntNo: idntNo.optional(), keyWord, ...pageQuery.shape }), page(EnterpriseArchive)),
  get: get(may.view, z.object({}), EnterpriseArchive),
  set: post(may.edit, z.object({ prvn, city, dstr, adr, ver: ver.nullish() }), EnterpriseArchive, '档案设置成功'),
})
