import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { BillType, billtype } from '#features/ecb/billtype/billtype.contract.ts'
import { codegnrt, NumberRule } from '#features/ecb/codegnrt/codegnrt.contract.ts'
import { EmployeeArchive, emparch } from '#features/ecb/emparch/emparch.contract.ts'
import { ent, EnterpriseDetail } from '#features/ecb/ent/ent.contract.ts'
import { entact, PaymentAccount } from '#features/ecb/entact/entact.contract.ts'
import { EnterpriseSetting, enterpriseSettings } from '#features/ecb/entcfg/entcfg.contract.ts'
import { entinfo } from '#features/ecb/entinfo/entinfo.contract.ts'
import { entmdl } from '#features/ecb/entmdl/entmdl.contract.ts'
import { catalogueInfo, InfoItem, InfoType } from '#features/ecb/info/info.contract.ts'
import { mdl, Module } from '#features/ecb/mdl/mdl.contract.ts'
import { payitem, PayItem } from '#features/ecb/payitem/payitem.contract.ts'
import { pbccfg, Setting } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { pbcrole, PublicRole } from '#features/ecb/pbcrole/pbcrole.contract.ts'
import { GuardianArchive, ptrarch } from '#features/ecb/ptrarch/ptrarch.contract.ts'
import { Power, pwr } from '#features/ecb/pwr/pwr.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { bill, Template } from '#features/ent/bill/bill.contract.ts'
import { edcarch, EnterpriseArchive } from '#features/ent/edcarch/edcarch.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp, EmployeeEx } from '#features/ent/emp/emp.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { empgrp, EmployeeGroup } from '#features/ent/empgrp/empgrp.contract.ts'
import { emppwr, Exception } from '#features/ent/emppwr/emppwr.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { Man, MeetingInFull, Schedule, Sign } from '#features/ent/mtg/mtg.parts.contract.ts'
import { Department, Member, org } from '#features/ent/org/org.contract.ts'
import { photo, PhotoApplication } from '#features/ent/photo/photo.contract.ts'
import { GuardianEx, ptr } from '#features/ent/ptr/ptr.contract.ts'
import { Role, role } from '#features/ent/role/role.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { SchoolArchive, scharch } from '#features/ent/scharch/scharch.contract.ts'
import { stu, StudentEx } from '#features/ent/stu/stu.contract.ts'
import { archiveFields, StudentArchive, stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { linkFields, stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { GateCode, gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import { VisitInFull, vst } from '#features/ent/vst/vst.contract.ts'
import { res, Resource } from '#features/res/res/res.contract.ts'
import { rescls, ResourceClass } from '#features/res/rescls/rescls.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { ActivityInFull } from '#features/vam/act/act.parts.contract.ts'
import { EnrolmentInFull, reg } from '#features/vam/reg/reg.contract.ts'
import { Work, wrk } from '#features/vam/wrk/wrk.contract.ts'
import type { Fields } from '#server/history/describeChanges.ts'
import { Unit } from '#domain/units/unit.contract.ts'

/**
 * A table whose changes are told: its fields with titles, dictionaries and masks as their contract has them (what is no
 * column is passed over), whose right reads them, and the call that writes them, by which they are restored. `isOwn`: it is
 * read in the own enterprise alone.
 */
export type ToldTable = { fields: Fields; see: Call; change?: Call; isOwn?: true }

const renamed = <Shape extends z.core.$ZodLooseShape>(shape: Shape, names: Record<string, z.ZodType>): Fields => ({
  ...(shape as Fields),
  ...names,
})
const filed = Object.fromEntries(archiveFields.map((name) => [name, StudentArchive.shape[name]]))

const labels = StudentEx.shape.wts.meta({ title: '标签', dictionary: 'STU_LBL' })

/** Every table that people change, by its name. */
export const toldTables: Readonly<Record<string, ToldTable>> = {
  ent: { fields: EnterpriseDetail.shape, see: ent.get, change: ent.update },
  entact: { fields: PaymentAccount.shape, see: entact.getlist, change: entact.update },
  entcfg: { fields: EnterpriseSetting.shape, see: enterpriseSettings.getlist },
  entinfo: { fields: {}, see: entinfo.getlistforset },
  entmdl: { fields: {}, see: entmdl.getlist },
  entrole: { fields: {}, see: role.getpbcrolelist },
  payitem: { fields: PayItem.shape, see: payitem.getlist, change: payitem.update },
  scharch: { fields: SchoolArchive.shape, see: scharch.get, change: scharch.set },
  edcarch: { fields: EnterpriseArchive.shape, see: edcarch.get, change: edcarch.set },
  org: { fields: Department.shape, see: org.gettree, change: org.update },
  orgemp: { fields: Member.pick({ mstFlag: true, leadFlag: true }).shape, see: org.gettree },
  emp: { fields: EmployeeEx.omit({ idntNo: true }).shape, see: emp.getex, change: emp.update },
  emparch: { fields: EmployeeArchive.shape, see: emparch.get, change: emparch.set },
  empgrp: { fields: EmployeeGroup.shape, see: empgrp.getlist, change: empgrp.update },
  empgrpmbr: { fields: {}, see: empgrp.getmbrlist },
  phtapply: { fields: PhotoApplication.pick({ phtType: true, rsn: true, stt: true }).shape, see: photo.getpage },
  role: { fields: Role.shape, see: role.getselfrolelist, change: role.updateselfrole },
  rolepwr: { fields: {}, see: rolepwr.getlist },
  emprole: { fields: {}, see: emprole.getlist },
  emppwr: { fields: Exception.pick({ addDelFlag: true }).shape, see: emppwr.getlist },
  empdatapwr: { fields: {}, see: empdatapwr.getrolelist },
  empmsgpwr: { fields: {}, see: empdatapwr.getrolelist },
  edcunit: { fields: Unit.shape, see: edcunit.get, change: edcunit.update },
  stu: {
    fields: renamed(StudentEx.shape, { unitNo: StudentEx.shape.unitName, wts: labels }),
    see: stu.getex,
    change: stu.update,
  },
  stuarch: { fields: filed, see: stuarch.get, change: stuarch.set },
  ptr: { fields: GuardianEx.shape, see: ptr.get, change: ptr.update },
  // Whether an income is told is for a parameter to say, which may have changed since.
  ptrarch: { fields: GuardianArchive.omit({ salary: true }).shape, see: ptrarch.get, change: ptrarch.set },
  stuptr: { fields: linkFields, see: stuptr.getpage },
  tmpl: { fields: Template.shape, see: bill.gettmpl, change: bill.updatetmpl },
  tmplver: { fields: {}, see: bill.gettmpl },
  mtg: {
    fields: renamed(MeetingInFull.shape, { hostEmpNo: MeetingInFull.shape.hostName, tmplNo: MeetingInFull.shape.tmplName }),
    see: mtg.getmtginfo,
    change: mtg.creatorupdatemtg,
    isOwn: true,
  },
  mtgschd: { fields: Schedule.shape, see: mtg.getmtgschdtime, isOwn: true },
  mtgman: { fields: Man.shape, see: mtg.getmtgmanpage, isOwn: true },
  mtgsign: { fields: Sign.shape, see: mtg.getmtgsignpage, isOwn: true },
  vst: {
    fields: renamed(VisitInFull.omit({ passNo: true }).shape, {
      toEmpNo: VisitInFull.shape.toEmpName,
      stuNo: VisitInFull.shape.stuName,
      tmplNo: VisitInFull.shape.tmplName,
    }),
    see: vst.get,
    isOwn: true,
  },
  vstmate: { fields: {}, see: vst.get, isOwn: true },
  vstcode: { fields: renamed(GateCode.shape, {}), see: gateCodes.getcodes, isOwn: true },
  act: { fields: renamed(ActivityInFull.shape, { tmplNo: ActivityInFull.shape.tmplName }), see: act.get, change: act.update },
  reg: { fields: EnrolmentInFull.shape, see: reg.get },
  wrk: { fields: Work.shape, see: wrk.getpage },
  wrkrpt: { fields: {}, see: wrk.getpage },
  res: { fields: renamed(Resource.shape, { clsNo: Resource.shape.clsName }), see: res.get, change: res.update },
  resver: { fields: {}, see: res.get },
  rescls: { fields: ResourceClass.shape, see: rescls.gettree, change: rescls.update },
  info: { fields: InfoItem.shape, see: catalogueInfo.getpage, change: catalogueInfo.update },
  infotype: { fields: InfoType.shape, see: catalogueInfo.gettypepage, change: catalogueInfo.updatetype },
  pbccfg: { fields: Setting.shape, see: pbccfg.getlist, change: pbccfg.update },
  codegnrt: { fields: NumberRule.shape, see: codegnrt.getpage, change: codegnrt.update },
  billtype: { fields: BillType.shape, see: billtype.getpage, change: billtype.update },
  mdl: { fields: Module.shape, see: mdl.gettree, change: mdl.update },
  pwr: { fields: Power.shape, see: pwr.getlist, change: pwr.update },
  pbcrole: { fields: PublicRole.shape, see: pbcrole.getlist, change: pbcrole.update },
  pbcrolepwr: { fields: {}, see: pbcrole.getmdltree },
  account: { fields: {}, see: account.getpage },
  identity: { fields: {}, see: account.getpage },
}

/**
 * A kind of record with a history of its own: what its number is called, which call reads one, and what belongs to it.
 * `seenBy`: the flag in what that call answers that tells whom the history is for, where not everybody who reads the record.
 */
export type RecordKind = { column: string; see: Call; seenBy?: string; own: readonly string[]; links: readonly string[] }

/** The records that people open, by the table that holds them: their own rows and archives, and what links them with others. */
export const recordKinds: Readonly<Record<string, RecordKind>> = {
  stu: { column: 'stu_no', see: stu.getex, own: ['stu', 'stuarch'], links: ['stuptr'] },
  ptr: { column: 'ptr_no', see: ptr.get, own: ['ptr', 'ptrarch'], links: ['stuptr'] },
  emp: {
    column: 'emp_no',
    see: emp.getex,
    own: ['emp', 'emparch'],
    links: ['orgemp', 'empgrpmbr', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr'],
  },
  org: { column: 'org_no', see: org.gettree, own: ['org'], links: ['orgemp'] },
  edcunit: { column: 'unit_no', see: edcunit.get, own: ['edcunit'], links: [] },
  ent: { column: 'ent_no', see: ent.get, own: ['ent', 'scharch', 'edcarch'], links: ['entmdl', 'entrole', 'entact'] },
  empgrp: { column: 'grp_no', see: empgrp.getlist, own: ['empgrp'], links: ['empgrpmbr'] },
  role: { column: 'role_no', see: role.getselfrolelist, own: ['role'], links: ['rolepwr', 'emprole'] },
  tmpl: { column: 'tmpl_no', see: bill.gettmpl, own: ['tmpl'], links: ['tmplver'] },
  mtg: { column: 'mtg_no', see: mtg.getmtginfo, seenBy: 'editFlag', own: ['mtg'], links: ['mtgschd', 'mtgman', 'mtgsign'] },
  vst: { column: 'vst_no', see: vst.get, own: ['vst'], links: ['vstmate'] },
  act: { column: 'act_no', see: act.get, own: ['act'], links: [] },
  reg: { column: 'reg_no', see: reg.get, own: ['reg'], links: [] },
  res: { column: 'res_no', see: res.get, own: ['res'], links: ['resver'] },
}
