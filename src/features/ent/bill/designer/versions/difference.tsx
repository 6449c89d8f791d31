import type { Column, FormSettings } from '#contract/form/column.ts'
import { isEqualDesign } from '#contract/form/faults.ts'
import type { Designed } from '../steps.tsx'

export type Difference = { kind: '新增' | '移除' | '修改' | '移动'; clmnNo: string; clmnName: string; what?: string }

/** Names the properties in the list of changes of a field. */
const titles: Partial<Record<keyof Column, string>> = {
  clmnName: '名称',
  ctrlNo: '控件',
  kitNo: '控件',
  infoType: '选项',
  opts: '选项',
  len: '最多',
  acc: '小数位数',
  minVal: '最小值',
  maxVal: '最大值',
  aftFlag: '日期范围',
  minDt: '日期范围',
  maxDt: '日期范围',
  types: '文件类型',
  mustFlag: '必填',
  readFlag: '只读',
  showFlag: '显示',
  listFlag: '列表显示',
  qryFlag: '可查询',
  dftlVal: '默认值',
  tip: '提示',
  rule: '格式',
  wdt: '宽度',
  visIf: '显示条件',
  scrFlag: '计分',
  pts: '计分',
  clmns: '子表的列',
}

const settingTitles: Record<keyof FormSettings, string> = { singleFlag: '手机上逐题填写', scoreFlag: '提交后显示得分' }

/** Lists what a draft changes of the published version: what holds for the whole form, then field by field. */
export function differenceOf(before: Designed, after: Designed): Difference[] {
  const names = Object.keys(settingTitles) as (keyof FormSettings)[]
  const changed = names.filter((name) => before.sets[name] !== after.sets[name])
  const what = changed.map((name) => `${settingTitles[name]}：${after.sets[name] === '1' ? '是' : '否'}`).join('、')
  return [
    ...(what ? [{ kind: '修改' as const, clmnNo: '', clmnName: '整张表单', what }] : []),
    ...differentFields(before.columns, after.columns),
  ]
}

function differentFields(before: readonly Column[], after: readonly Column[]): Difference[] {
  const find = (columns: readonly Column[], clmnNo: string) => columns.find((column) => column.clmnNo === clmnNo)
  const staying = after.filter(({ clmnNo }) => find(before, clmnNo))
  const unmoved = inOrder(staying.map(({ clmnNo }) => before.findIndex((one) => one.clmnNo === clmnNo)))
  const changed = after.flatMap((column): Difference[] => {
    const { clmnNo, clmnName } = column
    const old = find(before, clmnNo)
    if (!old) return [{ kind: '新增', clmnNo, clmnName }]
    const names = Object.keys(titles) as (keyof Column)[]
    const what = new Set(names.filter((name) => !isEqualDesign(old[name], column[name])).map((name) => titles[name]))
    return [
      ...(what.size > 0 ? [{ kind: '修改' as const, clmnNo, clmnName, what: [...what].join('、') }] : []),
      ...(unmoved.has(before.indexOf(old)) ? [] : [{ kind: '移动' as const, clmnNo, clmnName }]),
    ]
  })
  const gone = before.filter(({ clmnNo }) => !find(after, clmnNo))
  return [...changed, ...gone.map(({ clmnNo, clmnName }) => ({ kind: '移除' as const, clmnNo, clmnName }))]
}

/** Returns the longest subset of places that is still in order: all others were moved. */
function inOrder(places: readonly number[]): Set<number> {
  const best: number[][] = []
  for (const place of places) {
    const below = best.filter((chain) => (chain.at(-1) ?? -1) < place)
    const longest = below.reduce<number[]>((one, other) => (other.length > one.length ? other : one), [])
    best.push([...longest, place])
  }
  return new Set(best.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []))
}
