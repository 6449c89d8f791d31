import { expect, test } from 'vitest'
import inspect from '#server/files/inspection.worker.ts'
import { docx, zip } from '../support/uploads.ts'
import {
  archive,
  cell,
  contentOf,
  fixture,
  part,
  partsOf,
  read,
  readBook,
  readCells,
  refusal,
  sheetOf,
  text,
} from '../support/workbooks.ts'

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
  const told = '文件带有宏，请另存为不带宏的 .xlsx 后再选'
  expect(await inspect({ path: fixture('macros.xlsm'), type: 'xlsx' })).toEqual({ code: 'fileType', message: told })
  expect(await inspect({ path: fixture('staff-hard.xlsx'), type: 'xlsx' })).toBeNull()
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
  for (const [open, close] of [
    ['<x:row>', '</x:row>'],
    ['<row r="1" r="2">', '</row>'],
    ['<row>&#1;', '</row>'],
    ['<row>&unknown;', '</row>'],
    ['<row>', '</ROW>'],
    ['<a>'.repeat(100), '</a>'.repeat(100)],
  ])
    expect(await sheet(`<sheetData>${open}<c><v>1</v></c>${close}</sheetData>`)).toEqual(broken)
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
  for (const corrupted of parts) {
    const others = parts.filter((one) => one !== corrupted)
    const bytes = archive([types!, ...others, { ...corrupted, data: Buffer.from(entity + corrupted.data) }])
    expect([corrupted.name, ...(await refusal(bytes))]).toEqual([corrupted.name, ...declared])
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

test('something typed far below a list is read with its row, and refuses nothing', async () => {
  const stray = '<row r="30000"><c r="C30000"><v>7</v></c></row>'
  const [sheet] = await readBook({ sheets: [sheetOf(`<row r="1">${cell(1)}</row>${stray}`)] })
  expect(sheet).toMatchObject({ rows: [['1']], far: [{ rowNo: 30_000, cells: ['', '', '7'] }] })
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

test('small files that unfold into endless work are refused', async () => {
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
})
