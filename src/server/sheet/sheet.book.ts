import type { Archive } from './sheet.archive.ts'
import { brokenWorkbook, limits, SheetRefusal } from './sheet.limits.ts'

/** Describes a workbook: its visible sheets in order and the parts that they share. */
export type Book = { sheets: { name: string; part: string }[]; strings?: string; styles?: string; date1904: boolean }

type Relation = { type: string; part: string }

export async function readBook(archive: Archive): Promise<Book> {
  await refuseStrangers(archive)
  const roots = await readRelations(archive, '')
  const part = [...roots.values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (!archive.has(part)) throw brokenWorkbook()
  const relations = await readRelations(archive, part)
  const { listed, date1904 } = await readList(archive, part)
  refuseTwins(listed.map(({ name }) => name))
  // Skips hidden sheets, which hold lists of choices and old data that nobody means to import; charts stand among the sheets too.
  const sheets = listed.flatMap(({ name, state, id }) => {
    const { type, part = '' } = relations.get(id) ?? {}
    return type === 'worksheet' && state === 'visible' ? [{ name, part }] : []
  })
  const partOf = (type: string) => [...relations.values()].find((one) => one.type === type && archive.has(one.part))?.part
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  return { sheets, date1904, ...(strings && { strings }), ...(styles && { styles }) }
}

const strangers: [RegExp, string][] = [
  [/sheet\.binary/i, '这是 .xlsb 二进制工作簿，请另存为 .xlsx'],
  [/macroEnabled\.main/i, '工作簿带有宏，请另存为不带宏的 .xlsx'],
  [/wordprocessingml\.document/i, '这是 Word 文档，不是工作簿，请选择 .xlsx 文件'],
  [/presentationml\.presentation/i, '这是演示文稿，不是工作簿，请选择 .xlsx 文件'],
]

/** Refuses other kinds of archives by their list of contents. */
async function refuseStrangers(archive: Archive) {
  const list = '[Content_Types].xml'
  if (!archive.has(list)) {
    const isOpenDocument = archive.has('mimetype') && archive.has('content.xml')
    throw new SheetRefusal('fileType', isOpenDocument ? '这是 .ods 表格，请另存为 .xlsx' : '这是压缩包，不是 .xlsx 工作簿')
  }
  const types: string[] = []
  await archive.read(list, { open: (_, attribute) => types.push(attribute('ContentType') ?? '') })
  const found = strangers.find(([type]) => types.some((one) => type.test(one)))
  if (found) throw new SheetRefusal('fileType', found[1])
  if (archive.names.some((name) => name.endsWith('/vbaproject.bin')))
    throw new SheetRefusal('fileType', '工作簿带有宏，请另存为不带宏的 .xlsx')
}

/** Reads the relations of a part, by number; those of the archive itself are the relations of ''. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const [, folder = '', name = ''] = part.match(/^(.*\/)?(.*)$/) ?? []
  const list = `${folder}_rels/${name}.rels`
  if (!archive.has(list)) return relations
  await archive.read(list, {
    open(tag, attribute) {
      if (tag !== 'Relationship' || attribute('TargetMode') === 'External') return
      const target = new URL(attribute('Target') ?? '', `http://workbook/${part}`).pathname
      // Compares only the last word of the type: transitional and strict files differ in what stands before it.
      const type = attribute('Type')?.split('/').pop() ?? ''
      if (relations.size > limits.entries) throw brokenWorkbook()
      relations.set(attribute('Id') ?? '', { type, part: decodeURIComponent(target.slice(1)) })
    },
  })
  return relations
}

async function readList(archive: Archive, part: string) {
  const listed: { name: string; state: string; id: string }[] = []
  let date1904 = false
  await archive.read(part, {
    open(tag, attribute) {
      if (tag === 'workbookPr') date1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (listed.length > limits.entries) throw brokenWorkbook()
      if (tag === 'sheet')
        listed.push({
          name: attribute('name') ?? '',
          state: attribute('state') ?? 'visible',
          id: attribute('id') ?? '',
        })
    },
  })
  return { listed, date1904 }
}

// Refuses two sheets of one name, which Excel never makes: the user could not tell which was read.
function refuseTwins(names: string[]) {
  const twin = names.find((name, at) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) !== at)
  if (twin !== undefined) throw new SheetRefusal('fileBroken', `工作簿里有两个工作表都叫“${twin}”，请改名后再选`)
}
