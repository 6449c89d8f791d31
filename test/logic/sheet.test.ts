import { expect, test } from 'vitest'
import { readSheets } from '#server/sheet/sheet.ts'
import { archive, cell, contentOf, fixture, partsOf, read, readBook, readCells, sheetOf, text } from '../support/workbooks.ts'

const factsOf = (name: string) => JSON.parse(contentOf(name).toString())

const stylesOf = (...codes: string[]) =>
  `<numFmts>${codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="31"/>${codes
    .map((_, i) => `<xf numFmtId="${164 + i}"/>`)
    .join('')}</cellXfs>`

test('a staff list on the second sheet is found, below its title, as a person reads it', async () => {
  const { cover, sheet, header, rows } = factsOf('staff-hard.json')
  const [first, second, ...others] = await readSheets(fixture('staff-hard.xlsx'))
  expect(first).toEqual({ name: '填表说明', rows: cover.map((line: string) => [line]) })
  expect([second?.name, second?.rows[2], others]).toEqual([sheet, header, []])
  expect(second?.rows.slice(3)).toEqual(rows)
  expect((await readSheets(fixture('staff-hard.xlsx')))[0]?.name).toBe('填表说明')
})

test('each of two thousand people stands in the row that Excel shows, errors and all', async () => {
  const { total, firstRow, known, kinds } = factsOf('staff-2000.json')
  const [sheet] = await readSheets(fixture('staff-2000.xlsx'))
  const rows = sheet?.rows ?? []
  const header = rows[firstRow - 2] ?? []
  const at = (row: number, column: string) => rows[row - 1]?.[header.indexOf(column)]
  expect(rows.length).toBe(total + firstRow - 1)
  expect([at(known.row, '姓名'), at(known.row, '手机'), at(known.row, '部门')]).toEqual([
    known.name,
    known.phone,
    known.department,
  ])
  for (const { column, rows: corrupted, of = [] } of kinds)
    for (const [i, row] of (of as number[]).entries()) expect(at(corrupted[i], column)).toBe(at(row, column))
  const named = Object.fromEntries(kinds.map((kind: { name: string; rows: number[] }) => [kind.name, kind.rows]))
  expect(named['没有姓名'].map((row: number) => at(row, '姓名'))).toEqual(named['没有姓名'].map(() => ''))
  expect(named['部门简称'].every((row: number) => /^..组$/.test(at(row, '部门') ?? ''))).toBe(true)
})

test('a list saved by LibreOffice with its notes behind it, and one with nothing in it, are read', async () => {
  expect((await readSheets(fixture('staff-200.xlsx'))).map(({ name, rows }) => [name, rows.length])).toEqual([
    ['名册', 203],
    ['说明', 2],
  ])
  expect(await readSheets(fixture('empty.xlsx'))).toEqual([])
  expect(await readSheets(fixture('empty.xlsx'))).toEqual([])
})

test('hidden sheets stay out, hidden columns and filtered rows are read', async () => {
  const visible = sheetOf('<row r="1" hidden="1">' + cell(1) + '</row><row r="2">' + cell(2) + '</row>')
  const sheets = [
    { ...sheetOf('<row>' + cell(3) + '</row>'), state: 'hidden' },
    { ...sheetOf('<row>' + cell(4) + '</row>'), state: 'veryHidden' },
    { xml: `<cols><col min="1" max="1" hidden="1"/></cols>${visible.xml}`, name: '表' },
  ]
  expect(await readBook({ sheets })).toEqual([{ name: '表', rows: [['1'], ['2']] }])
})

test('dates come as 2001-03-05, whatever their format, their time and the date system', async () => {
  const styles = stylesOf('yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@', '[$-804]yyyy/m/d h:mm', '[DBNum1]e年m月', 'h:mm')
  const cells = [1, 2, 3, 4, 5].map((style) => cell(36955.35416667, `s="${style}"`)).join('')
  expect(await readCells(cells, { styles })).toEqual(Array(5).fill('2001-03-05'))
  expect(await readCells(cell(36955 - 1462, 's="1"'), { styles, date1904: true })).toEqual(['2001-03-05'])
  expect(await readCells(cell('2001-03-05T08:30:00', 't="d"'))).toEqual(['2001-03-05'])
  expect(await readCells(cell(36954.999999, 's="1"') + cell(0.354166667, 's="6"'), { styles })).toEqual(['2001-03-05', '08:30'])
  // Expects a number that no calendar has as it was typed, even under a date format.
  expect(await readCells(cell(20010305, 's="1"') + cell(36955), { styles })).toEqual(['20010305', '36955'])
})

test('numbers read as they were typed, and an ID number that Excel destroyed can be told', async () => {
  const cells = [13812345678, '1.38E+10', '1.0', '0.30000000000000004', -5, '980101900305123'].map((one) => cell(one)).join('')
  expect(await readCells(cells)).toEqual(['13812345678', '13800000000', '1', '0.3', '-5', '980101900305123'])
  const destroyed = ['980101199003051230', '9.80101199003051E+17', '980101199003051264', '6222020200112345'].map((one) =>
    cell(one),
  )
  expect(await readCells(destroyed.join(''))).toEqual([
    ...Array(3).fill('9.80101199003051E+17'),
    expect.stringMatching(/^6\.2220202001123\d*E\+15$/),
  ])
  const styles = stylesOf('0000', '&quot;T&quot;000', '0.00', '000-0000-0000')
  const padded = [cell(12, 's="3"'), cell(7, 's="4"'), cell(1.5, 's="5"'), cell(13812345678, 's="6"')]
  expect(await readCells(padded.join(''), { styles })).toEqual(['0012', 'T007', '1.5', '13812345678'])
})

test('formulas give their last value, errors their name, ticks 是 and 否', async () => {
  const formula = (value: string, type: string) => `<c t="${type}"><f>A1</f>${value}</c>`
  expect(
    await readCells(
      formula('<v>男</v>', 'str') +
        formula('<v>5</v>', 'n') +
        formula('<v>#N/A</v>', 'e') +
        formula('<v>#REF!</v>', 'e') +
        formula('', 'n') +
        formula('<v></v>', 'n') +
        formula('<v></v>', 'str') +
        cell(1, 't="b"') +
        cell(0, 't="b"'),
    ),
  ).toEqual(['男', '5', '#N/A', '#REF!', '#公式未计算', '#公式未计算', '', '是', '否'])
})

test('what cannot be seen in a text is gone: odd spaces, line breaks, zero-width characters, apostrophes', async () => {
  const dirty = [
    '　王　 芳&#xA0;',
    '班主任&#10;兼&#13;&#10;组长_x000D_',
    '\u202d10112345678\u202c',
    '\ufeff张\u200b三\u200d',
    "'10112345678",
    '’0012',
    'ＡＢ１２－３４',
    '１０１－１２３４',
    '⾼⼩明',
    'a_xD800_b_x0001_',
  ]
  const clean = ['王 芳', '班主任 兼 组长', '10112345678', '张三', '10112345678', '0012', 'AB12-34', '101-1234', '高小明', 'ab']
  expect(await readCells(dirty.map(text).join(''))).toEqual(clean)
  const strings = dirty.map((one) => `<si><t xml:space="preserve">${one}</t></si>`).join('')
  expect(await readCells(dirty.map((_, i) => cell(i, 't="s"')).join(''), { strings })).toEqual(clean)
})

test('a text in several looks is one text, and the pinyin above it is no part of it', async () => {
  const runs = '<r><t>欧阳</t></r><r><rPr><b/></rPr><t>晓峰</t></r><rPh sb="0" eb="2"><t>ouyang</t></rPh>'
  expect(await readCells(`${cell(0, 't="s"')}<c t="inlineStr"><is>${runs}</is></c>`, { strings: `<si>${runs}</si>` })).toEqual([
    '欧阳晓峰',
    '欧阳晓峰',
  ])
})

test('a department merged over its people stands in the row of each, once', async () => {
  const rows = [
    `<row r="1"><c r="A1" t="inlineStr"><is><t>教务处</t></is></c>${'<c r="C1"><v>1</v></c>'}</row>`,
    '<row r="2"><c r="C2"><v>2</v></c></row>',
    '<row r="4"><c r="C4"><v>4</v></c></row>',
    '<row r="6"><c r="C6"><v>6</v></c></row>',
  ].join('')
  const [sheet] = await readBook({ sheets: [sheetOf(rows, '<mergeCells><mergeCell ref="A1:B5"/></mergeCells>')] })
  // Expects row 3 empty within the area, and no person.
  expect(sheet?.rows).toEqual([['教务处', '', '1'], ['教务处', '', '2'], [], ['教务处', '', '4'], [], ['', '', '6']])
})

test('rows and columns keep their places, and styled emptiness at the end does not count', async () => {
  const rows =
    '<row r="2"><c r="C2"><v>1</v></c><c><v>2</v></c><c r="KK2" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>'
  expect(await readBook({ sheets: [sheetOf(rows)] })).toEqual([{ name: 'Sheet1', rows: [[], ['', '', '1', '2']] }])
})

test('prefixed tags, comments, CDATA and quoted brackets are read as other programs write them', async () => {
  const rows = '<x:row><!-- > --><x:c a="&gt;>" t="inlineStr"><x:is><x:t><![CDATA[甲<乙]]></x:t></x:is></x:c></x:row>'
  const xml = `<x:sheetData xmlns:x="x">${rows}</x:sheetData>`
  expect(await readBook({ sheets: [{ name: '&quot;甲&amp;乙&quot;', xml }] })).toEqual([{ name: '"甲&乙"', rows: [['甲<乙']] }])
})

test('a text that was cut into pieces while it was unpacked is whole', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `<row>${text(`第${i}位&amp;𠮷野家`)}</row>`).join('')
  const [sheet] = await readBook({ sheets: [sheetOf(rows)] })
  expect(sheet?.rows.every(([one], i) => one === `第${i}位&𠮷野家`)).toBe(true)
})

test('reading a full list takes less than 200 MB', async () => {
  const row = `<row>${Array.from({ length: 26 }, (_, i) => text(`第${i}列的内容`)).join('')}</row>`
  const content = archive(partsOf({ sheets: [sheetOf(row.repeat(20_000))] }))
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  const [sheet] = await read(content)
  clearInterval(watch)
  expect(sheet?.rows.length).toBe(20_000)
  expect((most - before) / 2 ** 20).toBeLessThan(200)
}, 60_000)
