import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blockOf, blockOfHtml, pastedBlock, blockText } from '#web/grid/clipboard.ts'

test('a block of Excel or WPS is read cell by cell, however its lines end, without the empty line behind it', () => {
  const cells = [
    ['王小明', '男'],
    ['李小红', '女'],
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const text = cells.map((line) => line.join('\t')).join(end)
    for (const tail of ['', end, end + end, `${end}\t${end}`]) expect(blockOf(text + tail)).toEqual(cells)
  }
  expect(blockOf('a\t\tc\n\nd')).toEqual([['a', '', 'c'], [''], ['d']])
  expect(blockOf('')).toEqual([['']])
})

test('a cell with line breaks, tabs or quotes in it stays one cell', () => {
  expect(blockOf('"第一行\n第二行"\tb\r\n"他说""好"""\t"c\td"')).toEqual([
    ['第一行\n第二行', 'b'],
    ['他说"好"', 'c\td'],
  ])
  // Expects a literal quote not to begin a quoted cell.
  expect(blockOf('"小明"同学\t5"\n"没有合上\tb')).toEqual([
    ['"小明"同学', '5"'],
    ['"没有合上', 'b'],
  ])
})

test('what is copied here is read again as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('王', 'a', '"', '\t', '\n', ' ', '，') }).map((text) => text.trim())
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))
  const isWhole = (lines: Block) => lines.length === 1 || lines.at(-1)?.some((one) => one !== '') === true
  fc.assert(
    fc.property(block.filter(isWhole), (lines) => {
      expect(blockOf(blockText(lines))).toEqual(lines)
    }),
  )
})

test('where there is no text the table of the page is read: Excel’s, with marks, and WPS’s, with spans and folded lines', () => {
  const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><!--StartFragment--><table border=0>
 <col width=72><tr height=20><td height=20 class=xl65 style='x'>王小明</td><td>2015/9/1</td></tr>
 <tr height=20><td>李&amp;红&nbsp;</td><td>第一行<br>
  第二行</td></tr><!--EndFragment--></table></body></html>`
  expect(blockOfHtml(excel)).toEqual([
    ['王小明', '2015/9/1'],
    ['李&红', '第一行\n第二行'],
  ])
  const wps = `<table><tr><td colspan="2"><span>合并</span></td><td>&#30007;</td></tr><tr><td>a
      b</td><td></td><td>&lt;c&gt;</td></tr></table>`
  expect(blockOfHtml(wps)).toEqual([
    ['合并', '', '男'],
    ['a b', '', '<c>'],
  ])
  const offered = (kinds: Record<string, string>) => pastedBlock({ getData: (kind) => kinds[kind] ?? '' })
  expect(offered({ 'text/html': wps })[0]).toEqual(['合并', '', '男'])
  expect(offered({ 'text/html': wps, 'text/plain': 'x' })).toEqual([['x']])
  expect(blockOfHtml('<p>没有表格</p>')).toEqual([])
})
