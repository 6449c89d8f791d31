import { formatCount } from '#web/page/format.ts'
import type { ListState } from './listState.ts'

/** Returns the pager under a list (docs/spec/page.md#constants): sizes, a jump, and at most seven pages to press. */
export const pagerOf = ({ pageIndex, pageSize, setPage }: ListState, count: number) => ({
  current: pageIndex,
  pageSize,
  total: count,
  showSizeChanger: true,
  showQuickJumper: true,
  pageSizeOptions: [5, 10, 20, 50, 100],
  showTotal: (total: number) => `共 ${formatCount(total)} 条`,
  onChange: setPage,
  hideOnSinglePage: count === 0,
})
