import type { Column } from './column.ts'
import { conditionsOf } from './conditions.ts'

type Conditional = Pick<Column, 'clmnNo' | 'visIf'>

const askedBy = ({ visIf }: Conditional) => (visIf ? conditionsOf(visIf).map(({ clmnNo }) => clmnNo) : [])

/** Returns the shortest way from a column over the conditions back to itself; undefined where there is none. */
export function circleOf<C extends Conditional>(columns: readonly C[], start: C): C[] | undefined {
  const byNo = new Map(columns.map((column) => [column.clmnNo, column]))
  const seen = new Set<string>()
  let ways: C[][] = [[start]]
  while (ways.length > 0) {
    const further: C[][] = []
    for (const way of ways)
      for (const clmnNo of askedBy(way.at(-1) as C)) {
        if (clmnNo === start.clmnNo) return way
        const asked = byNo.get(clmnNo)
        if (!asked || seen.has(clmnNo)) continue
        seen.add(clmnNo)
        further.push([...way, asked])
      }
    ways = further
  }
  return undefined
}

/** Says of a column whose condition leads back to itself over which columns; undefined where it does not. */
export function circleWords(columns: readonly Column[], column: Column): string | undefined {
  const circle = circleOf(columns, column)
  if (!circle) return undefined
  if (circle.length === 1) return '显示条件用了它自己，请换一个字段'
  const names = [...circle, column].map(({ clmnName }) => `“${clmnName}”`).join('→')
  return `显示条件绕成了圈：${names}，请去掉其中一个`
}
