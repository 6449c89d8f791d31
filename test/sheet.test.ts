import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isOfficeFile } from '#server/officeFile.ts'
import { readSheets } from '#server/sheet/sheet.ts'
import { docx, zip } from './uploads.ts'
import { archive, part, partsOf, read, readBook, readCells, refusal, sheetOf } from './workbooks.ts'

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))
const contentOf = (name: string) => readFileSync(fixture(name))
const factsOf = (name: string) => JSON.parse(contentOf(name).toString())

const cell = (value: string | number, more = '') => `<c ${more}><v>${value}</v></c>`
const text = (written: string) => `<c t="inlineStr"><is><t>${written}</t></is></c>`
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
  for (const { column, rows: spoiled, of = [] } of kinds)
    for (const [i, row] of (of as number[]).entries()) expect(at(spoiled[i], column)).toBe(at(row, column))
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
  // A number that no calendar has stays what was typed, even under a date format.
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
        formula('<v></v>', 'str') +
        cell(1, 't="b"') +
        cell(0, 't="b"'),
    ),
  ).toEqual(['男', '5', '#N/A', '#REF!', '#公式未计算', '', '是', '否'])
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
    'a&#xD800;b&#1;',
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
  // Row 3 is empty within the area, and no person.
  expect(sheet?.rows).toEqual([['教务处', '', '1'], ['教务处', '', '2'], [], ['教务处', '', '4'], [], ['', '', '6']])
})

test('rows and columns keep their places, and styled emptiness at the end does not count', async () => {
  const rows =
    '<row r="2"><c r="C2"><v>1</v></c><c><v>2</v></c><c r="KK2" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>'
  expect(await readBook({ sheets: [sheetOf(rows)] })).toEqual([{ name: 'Sheet1', rows: [[], ['', '', '1', '2']] }])
})

test('prefixed tags, comments, CDATA and quoted brackets are read as other programs write them', async () => {
  const rows = '<x:row><!-- > --><x:c a="&gt;>" t="inlineStr"><x:is><x:t><![CDATA[甲<乙]]></x:t></x:is></x:c></x:row>'
  expect(await readBook({ sheets: [{ name: '&quot;甲&amp;乙&quot;', xml: `<x:sheetData>${rows}</x:sheetData>` }] })).toEqual([
    { name: '"甲&乙"', rows: [['甲<乙']] },
  ])
})

test('a text that was cut into pieces while it was unpacked is whole', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `<row>${text(`第${i}位&amp;𠮷野家`)}</row>`).join('')
  const [sheet] = await readBook({ sheets: [sheetOf(rows)] })
  expect(sheet?.rows.every(([one], i) => one === `第${i}位&𠮷野家`)).toBe(true)
})

test('what is no workbook is refused with a sentence that says what it is and what to do', async () => {
  expect(await refusal(Buffer.alloc(0))).toEqual(['fileBroken', '文件是空的'])
  expect(await refusal(contentOf('old.xlsx'))).toEqual(['fileType', '这是旧版 .xls，请另存为 .xlsx'])
  expect(await refusal(contentOf('renamed.xlsx'))).toEqual(['fileType', expect.stringMatching(/^这是网页/)])
  expect(await refusal(Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'))).toEqual([
    'fileType',
    expect.stringMatching(/^这是 XML 表格/),
  ])
  expect(await refusal(Buffer.from('姓名,手机\n王芳,10112345678\n'))).toEqual([
    'fileType',
    expect.stringMatching(/^这是文本文件/),
  ])
  expect(await refusal(contentOf('password-protected.xlsx'))).toEqual([
    'fileType',
    '工作簿设有打开密码，请在 Excel 或 WPS 中去掉密码并另存为 .xlsx 后再选',
  ])
  expect(await refusal(contentOf('macros.xlsm'))).toEqual(['fileType', '工作簿带有宏，请另存为不带宏的 .xlsx'])
  expect(await refusal(archive([...partsOf({ sheets: [sheetOf('')] }), part('xl/vbaProject.bin', 'x')]))).toEqual([
    'fileType',
    '工作簿带有宏，请另存为不带宏的 .xlsx',
  ])
  expect(await refusal(Buffer.from(docx()))).toEqual(['fileType', '这是 Word 文档，不是工作簿，请选择 .xlsx 文件'])
  expect(await refusal(archive([part('mimetype', 'x'), part('content.xml', 'x')]))).toEqual([
    'fileType',
    '这是 .ods 表格，请另存为 .xlsx',
  ])
  expect(await refusal(archive([part('readme.txt', 'hello')]))).toEqual(['fileType', '这是压缩包，不是 .xlsx 工作簿'])
})

test('a workbook with macros is told so when it is uploaded under another name', async () => {
  await expect(isOfficeFile(fixture('macros.xlsm'), 'xlsx')).rejects.toThrow('文件带有宏，请另存为不带宏的 .xlsx 后再选')
  expect(await isOfficeFile(fixture('staff-hard.xlsx'), 'xlsx')).toBe(true)
})

const broken = ['fileBroken', '打不开这个工作簿。请在 Excel 或 WPS 中另存为 .xlsx 后再选']

test('a damaged workbook is refused, never read in part', async () => {
  const whole = contentOf('staff-200.xlsx')
  expect(await refusal(whole.subarray(0, whole.length / 2))).toEqual(broken)
  const hurt = Buffer.from(whole)
  hurt.fill(0x55, 12_000, 12_200)
  expect(await refusal(hurt)).toEqual(broken)
  const flipped = zip(
    Object.fromEntries(partsOf({ sheets: [sheetOf(`<row>${cell(7)}</row>`)] }).map(({ name, data }) => [name, String(data)])),
  )
  expect((await read(flipped))[0]?.rows).toEqual([['7']])
  flipped.write('8', flipped.indexOf('<v>7') + 3)
  expect(await refusal(flipped)).toEqual(broken)
  const sheet = (xml: string) => refusal(archive(partsOf({ sheets: [{ xml }] })))
  expect(await sheet('<sheetData><row><c><v>1</v></c></row>')).toEqual(broken)
  expect(await sheet('<sheetData><row r="-1"><c><v>1</v></c></row></sheetData>')).toEqual(broken)
  expect(await sheet('<sheetData><row><c r="一1"><v>1</v></c></row></sheetData>')).toEqual(broken)
  const parts = partsOf({ sheets: [sheetOf('')] })
  expect(await refusal(archive([...parts, ...parts.slice(-1)]))).toEqual(broken)
  expect(await refusal(archive(parts.slice(0, -1)))).toEqual(broken)
})

test('a declaration of entities is refused wherever it stands', async () => {
  const declared = ['fileBroken', expect.stringContaining('DTD')]
  const entity = '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>'
  const [types, ...parts] = partsOf({ sheets: [sheetOf(`<row>${text('&y;')}</row>`)], strings: '', styles: '' })
  for (const spoiled of parts) {
    const others = parts.filter((one) => one !== spoiled)
    const bytes = archive([types!, ...others, { ...spoiled, data: Buffer.from(entity + spoiled.data) }])
    expect([spoiled.name, ...(await refusal(bytes))]).toEqual([spoiled.name, ...declared])
  }
})

test('a bomb is refused before and while it is unpacked', async () => {
  const tooLarge = ['tooLarge', '工作簿展开后过大']
  const parts = partsOf({ sheets: [sheetOf('')] })
  const bomb = (megabytes: number, claims?: number) => {
    const data = Buffer.alloc(megabytes * 2 ** 20, ' ')
    return { data, ...(claims === undefined ? {} : { claims }) }
  }
  expect(await refusal(archive([...parts, { name: 'xl/media/a.png', ...bomb(51) }]))).toEqual(tooLarge)
  const three = ['a', 'b', 'c'].map((name) => ({ name, ...bomb(40) }))
  expect(await refusal(archive([...parts, ...three]))).toEqual(tooLarge)
  const lying = { name: 'xl/worksheets/sheet1.xml', ...bomb(60, 100) }
  expect(await refusal(archive([...parts.slice(0, -1), lying]))).toEqual(broken)
  const many = Array.from({ length: 2001 }, (_, i) => part(`p${i}`, ''))
  expect(await refusal(archive([...parts, ...many]))).toEqual(tooLarge)
  expect(await refusal(Buffer.alloc(10 * 2 ** 20 + 1))).toEqual(['tooLarge', '工作簿超过 10 MB'])
})

test('too many rows or columns are refused by name of their sheet, twenty thousand people are not', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `<row>${cell(i)}</row>`).join('')
  expect((await readBook({ sheets: [sheetOf(rows(20_010))] }))[0]?.rows.length).toBe(20_010)
  const sheets = [sheetOf(rows(3)), { ...sheetOf(rows(100_000)), name: '打卡' }]
  expect(await refusal(archive(partsOf({ sheets })))).toEqual(['tooLarge', '工作簿最多 20000 行，请分成几份（工作表“打卡”超出）'])
  expect((await readCells(cell(1).repeat(200)))?.length).toBe(200)
  expect(await refusal(archive(partsOf({ sheets: [sheetOf(`<row>${cell(1).repeat(300)}</row>`)] })))).toEqual([
    'tooLarge',
    '工作簿最多 200 列（工作表“Sheet1”超出）',
  ])
})

test('two sheets of one name are refused', async () => {
  const sheets = ['名册', '名册'].map((name) => ({ ...sheetOf(`<row>${cell(1)}</row>`), name }))
  expect(await refusal(archive(partsOf({ sheets })))).toEqual(['fileBroken', '工作簿里有两个工作表都叫“名册”，请改名后再选'])
})

test('small files that unfold into endless work are refused within seconds', async () => {
  const tooMuch = ['tooLarge', '工作簿内容过多，请分成几份']
  const strings = `<si><t>${'汉'.repeat(30_000)}</t></si>`
  const repeated = `<row>${cell(0, 't="s"').repeat(150)}</row>`.repeat(2000)
  expect(await refusal(archive(partsOf({ sheets: [sheetOf(repeated)], strings })))).toEqual(tooMuch)
  const ends = '<row r="1"><c r="A1"><v>1</v></c></row><row r="20000"><c r="B20000"><v>1</v></c></row>'
  const merges = `<mergeCells>${'<mergeCell ref="A1:A20000"/>'.repeat(200_000)}</mergeCells>`
  expect(await refusal(archive(partsOf({ sheets: [sheetOf(ends, merges)] })))).toEqual(tooMuch)
  expect(await refusal(archive(partsOf({ sheets: [sheetOf(`<!--${' > '.repeat(4e6)}-->`)] })))).toEqual(broken)
  expect(await refusal(archive(partsOf({ sheets: [sheetOf(`<c ${'a="1" '.repeat(2e6)}/>`)] })))).toEqual(broken)
  const parts = partsOf({ sheets: [sheetOf('')] })
  const list = part('xl/workbook.xml', `<workbook>${'<sheet name="一" id="r0"/>'.repeat(300_000)}</workbook>`)
  expect(await refusal(archive(parts.map((one) => (one.name === list.name ? list : one))))).toEqual(broken)
}, 20_000)

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
