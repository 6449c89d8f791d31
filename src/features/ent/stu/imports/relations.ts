import type { Context } from '#server/context.ts'
import { offeredLabels } from '#server/dictionary.ts'
import { readLabel } from '#server/importCells.ts'
import type { ImportColumn } from '#server/importTable.ts'

// What people say at home, besides the words of the dictionary.
const said: Record<string, string> = {
  ...{ 爸爸: '51', 父: '51', 父子: '51', 父女: '51', 妈妈: '52', 母: '52', 母子: '52', 母女: '52' },
  ...{ 姥爷: '63', 姥姥: '64', 继父: '57', 养父: '57', 继母: '58', 养母: '58' },
  ...{ 哥哥: '71', 姐: '75', 伯伯: '81', 叔叔: '83', 舅舅: '85', 姨妈: '88', 姑姑: '90', 姑妈: '90' },
}

/** How a relation to a child is read: by the label, what stands in its brackets, and what people say. */
export async function relationColumn(
  entNo: string,
  { db }: Context,
): Promise<Pick<ImportColumn, 'read' | 'options' | 'example'>> {
  const labels = await offeredLabels(db, entNo, 'RELT')
  const words = [...labels].flatMap(([code, label]) => label.split(/[（）]/).map((word) => [word, code] as const))
  const known = new Map([...words, ...Object.entries(said)].filter(([word, code]) => word && labels.has(code)))
  const read = readLabel('关系', labels)
  return {
    options: [...labels.values()],
    example: labels.get('51') ?? '父亲',
    read(text) {
      const code = known.get(text)
      return code === undefined ? read(text) : { value: code }
    },
  }
}
