import { expect, test } from 'vitest'
import { type ColumnChoice, chosenColumns, orderColumns } from '#web/list/columns/columnChoice.ts'
import { fittingColumns, widened, widthOf } from '#web/list/columns/fittingColumns.ts'
import { ownColumns, renameView, type Views, viewOf, removeView, withView, wrongName } from '#web/list/views/savedViews.ts'
import type { ListColumn } from '#web/list/dataTable.types.ts'

const columns: ListColumn<object>[] = [
  { key: 'name', title: '姓名', fixed: 'left' },
  { key: 'no', title: '工号' },
  { key: 'sex', title: '性别', minor: true },
  { key: 'org', title: '部门' },
  { key: 'tel', title: '手机' },
  { key: 'stt', title: '状态' },
  { key: 'rem', title: '备注', optional: true },
  { key: 'act', title: '操作', fixed: 'right' },
]
const shown = (choice: ColumnChoice, onCards = false) => chosenColumns(columns, choice, onCards).map(({ key }) => key)
const inRoom = (choice: ColumnChoice, room: number) =>
  fittingColumns(chosenColumns(columns, choice, false), room, { ticks: true }).map(({ key }) => key)
const inOrder = (order: string[]) => orderColumns(columns, { order }).map(({ key }) => key)

test('without a choice a list shows what is shipped, and cards a few of it', () => {
  expect(shown({})).toEqual(['name', 'no', 'sex', 'org', 'tel', 'stt', 'act'])
  expect(shown({}, true)).toEqual(['name', 'no', 'sex', 'org', 'stt', 'act'])
})

test('what somebody chose is shown or hidden; the name and the actions always stay', () => {
  const shownOnly = { sex: true, rem: true, org: false, name: false, act: false }
  expect(shown({ shown: shownOnly })).toEqual(['name', 'no', 'sex', 'tel', 'stt', 'rem', 'act'])
})

test('where room is short the least columns go, from the right; name, state, actions and what somebody chose stay', () => {
  // Counts seven columns of 120 pixels, the tick boxes, and the bar by which the body scrolls.
  expect(inRoom({}, 7 * 120 + 40 + 17)).toEqual(['name', 'no', 'sex', 'org', 'tel', 'stt', 'act'])
  expect(inRoom({}, 7 * 120 + 40 + 16)).toEqual(['name', 'no', 'org', 'tel', 'stt', 'act'])
  expect(inRoom({}, 5 * 120 + 40 + 17)).toEqual(['name', 'no', 'org', 'stt', 'act'])
  expect(inRoom({}, 100)).toEqual(['name', 'stt', 'act'])
  expect(inRoom({ shown: { sex: true, rem: true } }, 100)).toEqual(['name', 'sex', 'stt', 'rem', 'act'])
})

test('a column is never narrower than its heading, and a number keeps clear of the next column', () => {
  expect(widthOf({ title: '学生', width: 80 })).toBe(80)
  expect(widthOf({ title: '联系次序', width: 40 })).toBe(4 * 13 + 16)
  expect(widthOf({ title: '学生', width: 40, align: 'right' })).toBe(2 * 13 + 34)
})

test('room that is left goes to the columns of texts, which may be cut; dates, phones, numbers and short words keep their width', () => {
  const texts = [
    { key: 'title', title: '会议名称', width: 200, ellipsis: true },
    { key: 'place', title: '地点', width: 100, ellipsis: true },
    { key: 'sDt', title: '开始时间', width: 160, ellipsis: true },
    { key: 'authTel', title: '手机', width: 120, ellipsis: true },
    { key: 'sex', title: '性别', width: 56, ellipsis: true },
    { key: 'cnt', title: '人数', width: 100, ellipsis: true, align: 'right' },
  ]
  const all = texts.reduce((sum, { width }) => sum + width, 17)
  const widths = (room: number) => widened(texts, room, {}).map(({ width }) => width)
  expect(widths(all)).toEqual([200, 100, 160, 120, 56, 100])
  expect(widths(all + 90)).toEqual([260, 130, 160, 120, 56, 100])
  expect(widths(all + 900)).toEqual([332, 166, 160, 120, 56, 100])
})

test('columns stand in their chosen order; a new one stands where it was shipped, and one that is gone is forgotten', () => {
  const order = ['stt', 'gone', 'tel', 'org', 'no', 'name']
  expect(inOrder(order)).toEqual(['name', 'stt', 'rem', 'tel', 'org', 'no', 'sex', 'act'])
  expect(inOrder([])).toEqual(columns.map(({ key }) => key))
})

const teachers = { name: '在职教师', search: 'stt=1&orgNo=O1', columns: { order: ['tel'] } }
const views: Views = { list: [teachers, { name: '停用', search: 'stt=2', columns: {} }], preset: '停用' }

test('a view is the one shown as long as filters, page size and columns are its own', () => {
  expect(viewOf(views, { search: 'orgNo=O1&stt=1', columns: { order: ['tel'] } })?.name).toBe('在职教师')
  expect(viewOf(views, { search: 'orgNo=O1&stt=1&pageSize=20', columns: { order: ['tel'] } })).toBeUndefined()
  expect(viewOf(views, { search: 'orgNo=O1&stt=1', columns: {} })).toBeUndefined()
})

test('a view is kept, kept anew, renamed with its preset, and deleted; a name is given once', () => {
  const { list } = withView(views, { ...teachers, search: '' })
  expect(list.map(({ name, search }) => [name, search])).toEqual([
    ['在职教师', ''],
    ['停用', 'stt=2'],
  ])
  expect(withView(views, { name: '新', search: '', columns: {} }).list).toHaveLength(3)
  expect(renameView(views, '停用', '已停用')).toMatchObject({ list: [{}, { name: '已停用' }], preset: '已停用' })
  expect(removeView(views, '停用')).toMatchObject({ list: [{ name: '在职教师' }], preset: undefined })
  expect(wrongName(views, '')).toBe('请输入视图名称')
  expect(wrongName(views, '停用')).toBe('已有视图“停用”')
  expect(wrongName(views, '停用', '停用')).toBeUndefined()
})

test('the columns that somebody had before looking at a view are what they get back without one', () => {
  const own = { shown: { rem: true } }
  expect(ownColumns(views, own)).toEqual(own)
  expect(ownColumns({ ...views, own }, teachers.columns)).toEqual(own)
})
