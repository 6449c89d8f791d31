import type { Db } from '#server/database/database.ts'
import { insertMany } from '#server/database/rows.ts'
import { missingRows } from './missing.ts'

/** Lists the number rules (docs/spec/numbers.md#number-rules): code, prefix, digits, first number, reset cycle. */
export const numberRules: [string, string, number, number, string][] = [
  ['USER_NO', '', 8, 10000001, 'N'],
  ['ENT_NO', '{idntNo}', 7, 1, 'N'],
  ['ORG_NO', 'O', 8, 1, 'N'],
  ['UNIT_NO', 'U', 8, 1, 'N'],
  ['GRP_NO', 'G', 8, 1, 'N'],
  ['ROLE_NO', 'R', 8, 1, 'N'],
  ['EMP_NO', 'E', 9, 1, 'N'],
  ['STU_NO', 'S', 9, 1, 'N'],
  ['PTR_NO', 'P', 9, 1, 'N'],
  ['MTG_NO', 'M{yyyy}{MM}', 6, 1, 'M'],
  ['TMPL_NO', 'T', 8, 1, 'N'],
  ['VST_NO', 'V{yyyy}{MM}{dd}', 6, 1, 'D'],
  ['ACT_NO', 'A', 8, 1, 'N'],
  ['REG_NO', 'H', 9, 1, 'N'],
  ['WRK_NO', 'W', 9, 1, 'N'],
  ['RES_NO', 'Z', 9, 1, 'N'],
  ['CLS_NO', 'C', 8, 1, 'N'],
  ['BATCH_NO', 'B', 9, 1, 'N'],
  ['APPLY_NO', 'L', 9, 1, 'N'],
  ['FILE_NO', 'F', 9, 1, 'N'],
  ['PAY_NO', 'I', 8, 1, 'N'],
  ['ROLL_NO', 'Y', 8, 1, 'N'],
  ['MRG_NO', 'D', 9, 1, 'N'],
  ['TASK_NO', 'K', 9, 1, 'N'],
  ['VST_CODE_NO', 'Q', 8, 1, 'N'],
  ['MSG_NO', 'N', 10, 1, 'N'],
  ['MSG_TMPL_NO', 'NT', 6, 1, 'N'],
  ['ROOM_NO', 'RM', 6, 1, 'N'],
  ['HND_NO', 'G', 9, 1, 'N'],
  ['FLOW_NO', 'W', 8, 1, 'N'],
  ['PRC_NO', 'J', 10, 1, 'N'],
  ['LVE_NO', 'LV', 9, 1, 'N'],
]

/** Tells whether a number rule ships with the product. */
export const isShippedRule = (gnrtCode: string) => numberRules.some(([shipped]) => shipped === gnrtCode)

export async function loadNumberRules(db: Db) {
  const rules = numberRules.map(([gnrtCode, prfx, fixBit, minVal, rstCyc]) => ({
    gnrtCode,
    prfx,
    fixBit,
    minVal,
    maxVal: 10 ** fixBit - 1,
    rstCyc,
    curVal: minVal - 1,
  }))
  await insertMany(
    db,
    'codegnrt',
    (await missingRows(db, 'codegnrt', ['gnrtCode'], rules)).map((rule) => ({ ...rule, sufx: '', cyc: '' })),
  )
}
