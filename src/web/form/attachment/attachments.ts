import { type Attachment, FileState } from '#contract/attachment.ts'
import { typeOfFile } from '#contract/uploadFilters.ts'
import { formatBytes } from '#web/page/format.ts'

/** Describes what a field accepts: types, the number of files, and the size of each in bytes. */
export type AttachmentLimits = { types: readonly string[]; most: number; largest: number }

/** Describes in words what may be chosen. */
export const attachmentWords = ({ types, most, largest }: AttachmentLimits) =>
  `${types.join('、')}；每个不超过 ${formatBytes(largest)}，最多 ${most} 个`

type Chosen = { name: string; size: number }

/** Returns why a file is not accepted; undefined where it is. */
export function refuseFile(
  { name, size }: Chosen,
  { types, most, largest }: AttachmentLimits,
  count: number,
): string | undefined {
  const type = typeOfFile(name)
  if (count >= most) return `最多 ${most} 个附件，“${name}”没有加入`
  if (!types.includes(type)) return `“${name}”的类型不支持，请选 ${types.join('、')}`
  if (size === 0) return `“${name}”是空的`
  return size > largest ? `“${name}”有 ${formatBytes(size)}，超过 ${formatBytes(largest)}` : undefined
}

/** Lets so many of the given works run at once; the others wait for their turn. */
export function limitLanes(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Returns the progress of all files: 已上传 2 / 3. */
export const progressOf = (files: readonly Attachment[]) =>
  files.length === 0 ? '' : `已上传 ${files.filter(({ success }) => success === FileState.sent).length} / ${files.length}`
