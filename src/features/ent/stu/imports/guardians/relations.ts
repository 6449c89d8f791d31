import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import { joinName, readLabel } from '#server/importing/importCells.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'

// Lists the words used at home, besides those of the dictionary.
const said = Object.entries({
  51: '爸爸 父 父子 父女',
  52: '妈妈 母 母子 母女',
  63: '姥爷',
  64: '姥姥',
  57: '继父 养父',
  58: '继母 养母',
  71: '哥哥',
  75: '姐',
  81: '伯伯',
  83: '叔叔',
  85: '舅舅',
  88: '姨妈',
  90: '姑姑 姑妈',
}).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const))

/** Returns the column of a relation to a child: read by the label, the words in its brackets, and common words. */
export async function relationColumn(
  entNo: string,
  { db }: Context,
): Promise<Pick<ImportColumn, 'read' | 'options' | 'example'>> {
  const labels = await offeredLabels(db, entNo, 'RELT')
  const words = [...labels].flatMap(([code, label]) => label.split(/[（）]/).map((word) => [word, code] as const))
  const known = new Map([...words, ...said].filter(([word, code]) => word && labels.has(code)))
  const read = readLabel('关系', labels)
  return {
    options: [...labels.values()],
    example: labels.get('51') ?? '父亲',
    read(text) {
      const code = known.get(joinName(text))
      return code === undefined ? read(text) : { value: code }
    },
  }
}
