import { formatCount } from '#web/page/format.ts'
import type { ListState } from './listState.ts'

/** Tells how many rows there are in all, or that they are being counted. */
export const totalOf = (total: number, isCounting: boolean) => (isCounting ? '正在查询……' : `共 ${formatCount(total)} 条`)

/** Returns the pager under a list (docs/spec/page.md#constants): sizes, a jump, and at most seven pages to press. */
export const pagerOf = ({ pageIndex, pageSize, setPage }: ListState, count: number, isCounting = false) => ({
  current: pageIndex,
  pageSize,
  total: count,
  showSizeChanger: true,
  showQuickJumper: true,
  pageSizeOptions: [5, 10, 20, 50, 100],
  onChange: setPage,
  // Leaves it out where one page is enough, also of the smallest size.
  hideOnSinglePage: count <= 20 || isCounting,
})
