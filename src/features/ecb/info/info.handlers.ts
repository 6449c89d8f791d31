import { sql } from 'kysely'
import { today } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import { Fault, takenField } from '#server/base/fault.ts'
import { recordLook } from '#server/history/history.ts'
import { updateRow, softDelete } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { keepWorkbook } from '#server/exporting/smallWorkbook.ts'
import { catalogueInfo } from './info.contract.ts'
import { compareDictionary, loadDictionary } from './info.issue.ts'
import { allItems, itemOf, itemPage, lastPlace, requireType, typePage, typesFitting } from './info.read.ts'
import {
  checkColumns,
  checkDictionaryItem,
  checkItemGoes,
  checkTypeGoes,
  refuseElsewhere,
  refuseFixedType,
} from './info.rules.ts'
import './info.table.ts'

export const catalogueInfoHandlers = serve(catalogueInfo, {
  gettypelist: (asked, { db }) => typesFitting(db, asked),
  gettypepage: (asked, { db }) => typePage(db, asked),
  getpage: (asked, { db }) => itemPage(db, asked),

  async createtype({ typeCode, chnName, engName = null, des = null, charName = null, numName = null, stt }, { db }) {
    // Keeps a code with its dictionary for good: fields of old records name it.
    const { rows } = await sql`insert into infotype (type_code, chn_name, eng_name, des, char_name, num_name, stt)
      values (${typeCode}, ${chnName}, ${engName}, ${des}, ${charName}, ${numName}, ${stt})
      on conflict (type_code) do nothing returning 1`.execute(db)
    if (rows.length === 0) throw takenField('typeCode', `类型编码“${typeCode}”已被使用，删除过的编码也不能再用`)
    return requireType(db, typeCode)
  },

  async updatetype({ entNo: _, typeCode, ...changes }, { db }) {
    const type = await requireType(db, typeCode)
    if (changes.stt !== undefined) refuseFixedType(type)
    if (changes.charName !== undefined || changes.numName !== undefined) {
      refuseFixedType(type)
      await checkColumns(db, { ...type, ...changes })
    }
    await updateRow(db, 'infotype', { typeCode }, changes, [
      'ver',
      'typeCode',
      'chnName',
      'engName',
      'des',
      'charName',
      'numName',
    ])
    return requireType(db, typeCode)
  },

  async deletetype({ typeCode, ver }, context) {
    const { db } = context
    await checkTypeGoes(context, await requireType(db, typeCode))
    await softDelete(db, 'infotype', { typeCode }, ver)
    await sql`update info set stt = ${Status.deleted} where type_code = ${typeCode} and stt <> ${Status.deleted}`.execute(db)
    return null
  },

  async create({ typeCode, infoNo, ...given }, { db }) {
    const type = await requireType(db, typeCode)
    refuseFixedType(type)
    await checkDictionaryItem(db, type, given)
    const { chnName, engName = null, des = null, charClmn = null, numClmn = null } = given
    const { chdTypeCode = null, chdInfoNo = null, showFlag = '1', showOrd = null, stt } = given
    // Keeps a number with its value for good: old records hold it.
    const { rows } = await sql`insert into info
      (type_code, info_no, chn_name, eng_name, des, char_clmn, num_clmn, chd_type_code, chd_info_no, show_flag, stt, show_ord)
      values (${typeCode}, ${infoNo}, ${chnName}, ${engName}, ${des}, ${charClmn}, ${numClmn}, ${chdTypeCode}, ${chdInfoNo},
        ${showFlag}, ${stt}, coalesce(${showOrd}::int, ${lastPlace(typeCode)} + 10))
      on conflict (type_code, info_no) do nothing returning 1`.execute(db)
    if (rows.length === 0) throw takenField('infoNo', `编号“${infoNo}”已被使用，删除过的编号也不能再用`)
    return itemOf(db, typeCode, infoNo)
  },

  async update({ entNo: _, typeCode, infoNo, ver, ...given }, { db }) {
    const type = await requireType(db, typeCode)
    const { chnName: _name, engName: _english, des: _text, ...more } = given
    if (Object.values(more).some((value) => value !== undefined)) refuseFixedType(type)
    else refuseElsewhere(type)
    const before = await itemOf(db, typeCode, infoNo)
    // Clears the default child together with its child type.
    const changes = given.chdTypeCode !== undefined && given.chdInfoNo === undefined ? { ...given, chdInfoNo: null } : given
    await checkDictionaryItem(db, type, { ...before, ...changes }, before)
    const wanted = ['ver', 'typeCode', 'infoNo', 'chnName', 'engName', 'des', 'charClmn', 'numClmn'] as const
    await updateRow(db, 'info', { typeCode, infoNo }, { ...changes, ver }, [
      ...wanted,
      'chdTypeCode',
      'chdInfoNo',
      'showFlag',
      'showOrd',
    ])
    return itemOf(db, typeCode, infoNo)
  },

  async delete({ typeCode, infoNo, ver }, context) {
    const { db } = context
    refuseFixedType(await requireType(db, typeCode))
    const { chnName } = await itemOf(db, typeCode, infoNo)
    await checkItemGoes(context, typeCode, infoNo, chnName)
    return softDelete(db, 'info', { typeCode, infoNo }, ver)
  },

  compare: async ({ typeCode, items }, { db }) => (await compareDictionary(db, typeCode, items)).difference,
  load: (asked, { db }) => loadDictionary(db, asked),

  async export({ entNo, typeCode }, context) {
    const { chnName, charName, numName } = await requireType(context.db, typeCode)
    const items = await allItems(context.db, typeCode)
    if (items.length === 0) throw new Fault('notFound', `“${chnName}”还没有值，没有可以导出的内容`)
    await recordLook(context.db, entNo, 'infotype', { type_code: typeCode })
    const titles = ['编号', '中文名', '英文名', charName, numName, '下级类型', '显示', '说明'].filter((title) => title !== null)
    const rows = items.map((item) => [
      item.infoNo,
      item.chnName,
      item.engName,
      ...(charName ? [item.charClmn] : []),
      ...(numName ? [item.numClmn] : []),
      item.chdTypeName,
      item.showFlag === '1' ? '是' : '否',
      item.des,
    ])
    const columns = titles.map(() => ({ width: 20 }))
    // Shortens the name of a sheet to 31 characters, without those that it may not hold.
    const name = chnName.replace(/[\\/?*[\]:]/g, '').slice(0, 31) || typeCode
    const path = await keepWorkbook([{ name, columns, rows: [titles, ...rows], freezePane: { rows: 1 } }], context)
    return { path, name: `${chnName.replace(/[\\/]/g, '')} ${today()}.xlsx`, type: 'xlsx' }
  },
})
