import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type DictionaryRow = { typeCode: string; infoNo: string; chnName: string; charClmn: string | null; showOrd: number }
export type Dictionary = {
  typeCode: string
  chnName: string
  des: string
  charName: string | null
  /** Tells whether the program itself knows the values (1). */
  fixFlag: '0' | '1'
  /** Names the issue of the table. */
  verNo: string
  items: DictionaryRow[]
}

type Source = {
  file: string
  typeCode: string
  chnName: string
  no?: string
  name?: string
  char?: { column: string; title: string }
  /** Names a later issue, once its file has changed. */
  verNo?: string
}

const firstIssue = '2026.11'

/** Lists product lists whose values the program does not know: anybody may have more of them, or fewer. */
const openLists = [
  'ACT_CLS',
  'ADMN_LVL',
  'INDUSTRY',
  'IT_LVL',
  'MTG_TYPE',
  'PAY_TYPE',
  'PSTN',
  'SALARY',
  'SCH_NTR',
  'STU_LBL',
  'SUBJECT',
]

export const isOpenList = (typeCode: string) => openLists.includes(typeCode)

const parent = { column: 'parent', title: '上级代码' }

/** Lists the national code tables under db/reference and the dictionary each becomes (docs/spec/dictionaries.md#code-tables). */
const sources: Source[] = [
  { file: 'ntnl_gbt3304_ethnic', typeCode: 'NTNL', chnName: '民族' },
  { file: 'nation_iso3166', typeCode: 'NATION', chnName: '国籍/地区', no: 'alpha2', name: 'name_zh' },
  {
    file: 'pltc_gbt4762_political',
    typeCode: 'PLTC',
    chnName: '政治面貌',
    name: 'short_name',
    char: { column: 'name', title: '全称' },
  },
  { file: 'edc_gbt4658_education', typeCode: 'EDC', chnName: '学历', char: parent },
  { file: 'ttl_gbt8561_titles', typeCode: 'TTL', chnName: '职称', char: parent },
  { file: 'marital_gbt2261_2', typeCode: 'MARITAL', chnName: '婚姻状况' },
  { file: 'health_gbt2261_3', typeCode: 'HEALTH', chnName: '健康状况' },
  { file: 'pthlvl_mandarin', typeCode: 'PTHLVL', chnName: '普通话水平' },
  { file: 'relt_gbt4761_family', typeCode: 'RELT_ALL', chnName: '家庭关系' },
  { file: 'relt_guardian_short', typeCode: 'RELT', chnName: '与学生关系', name: 'label' },
  { file: 'schtype_moe_school_type', typeCode: 'SCHTYPE', chnName: '办学类型', char: parent },
  { file: 'schcat_moe_id_prefix', typeCode: 'SCHCAT', chnName: '学校标识码类别' },
  { file: 'urban_rural_gbt33782', typeCode: 'URBAN_RURAL', chnName: '城乡类型' },
  { file: 'gatqw_moe', typeCode: 'GATQW', chnName: '港澳台侨外' },
  { file: 'idtype_moe', typeCode: 'IDTYPE', chnName: '身份证件类型' },
]

/** Returns all dictionaries that the product ships. */
export function shippedDictionaries(): Dictionary[] {
  return [...sources.map(nationalTable), ...productEnumerations()]
}

function nationalTable(source: Source): Dictionary {
  const { file, typeCode, chnName, no = 'code', name = 'name', char, verNo = firstIssue } = source
  const rows = readTable(file)
  const items = rows.map((row, i) => ({
    typeCode,
    infoNo: row[no] ?? '',
    chnName: row[name] ?? '',
    charClmn: (char && row[char.column]) || null,
    showOrd: (i + 1) * 10,
  }))
  return { typeCode, chnName, des: rows[0]?.source ?? '', charName: char?.title ?? null, fixFlag: '0', verNo, items }
}

function productEnumerations(): Dictionary[] {
  const types = new Map<string, Dictionary>()
  for (const { typeCode = '', typeName = '', infoNo = '', chnName = '', showOrd } of readTable('product_enums')) {
    const kind = openLists.includes(typeCode)
      ? { des: '产品清单', fixFlag: '0' as const }
      : { des: '产品枚举', fixFlag: '1' as const }
    const dictionary = types.get(typeCode) ?? {
      typeCode,
      chnName: typeName,
      charName: null,
      verNo: firstIssue,
      ...kind,
      items: [],
    }
    dictionary.items.push({ typeCode, infoNo, chnName, charClmn: null, showOrd: Number(showOrd) })
    types.set(typeCode, dictionary)
  }
  return [...types.values()]
}

function readTable(file: string): Record<string, string | undefined>[] {
  const path = join(import.meta.dirname, '../../../db/reference', `${file}.tsv`)
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const names = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, i) => [name, cells[i]]))
  })
}
