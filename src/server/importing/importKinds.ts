import { Fault } from '#server/base/fault.ts'
import type { ImportKind } from './importBatch.ts'

const kinds = new Map<string, ImportKind>()
const titles = new Map<string, string>()

/** Makes a kind of import known; called once, beside the handlers of its calls. */
export function registerImport(kind: ImportKind) {
  kinds.set(kind.kind, kind)
  titles.set(kind.kind, kind.title)
}

/** Names a kind of batch that is no workbook, such as photos. */
export const nameBatches = (kind: string, title: string) => void titles.set(kind, title)

/** Returns what people call a kind of batch. */
export const batchTitle = (kind: string) => titles.get(kind) ?? kind

/** Returns the kind that a batch or a template is of. Throws notFound where there is none of this name. */
export function importKindOf(name: string): ImportKind {
  const kind = kinds.get(name)
  if (!kind) throw new Fault('notFound', '没有这种导入')
  return kind
}
