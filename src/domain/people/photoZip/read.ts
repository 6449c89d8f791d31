import { type PhotoKind, photoKinds } from '../photos.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { tellProgress } from '#server/importing/importProgress.ts'
import { cutOut, isPicture, type Size } from '#server/store/pictures.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import { openZip, type Zip, type Zipped } from '#server/files/zip.ts'
import { pictureLimits } from '../pictures.contract.ts'
import type { Received } from '#server/store/received.ts'

/** Describes a file of the ZIP: the picture as it would be set, in temporary storage, or why it is none. */
export type ReadPicture = { name: string; folder: string } & (
  | { cut: Received & Size; fault?: undefined }
  | { fault: string; cut?: undefined }
)

const minutes = 8
const zipsInTurn = limitConcurrency(2, 6)

/** Unpacks a ZIP file by file, and cuts its pictures to the size of a photo; how far it is can be asked by the caller's number. */
export const readPictures = (zip: Received, phtType: PhotoKind, entNo: string, context: Context): Promise<ReadPicture[]> =>
  zipsInTurn(() => readAll(zip, phtType, entNo, context))

async function readAll({ path }: Received, phtType: PhotoKind, entNo: string, context: Context) {
  const zip = await openZip(path, pictureLimits)
  const progress = tellProgress(context, entNo, context.me.idntVal, zip.files.length)
  const until = Date.now() + minutes * 60_000
  const read: ReadPicture[] = []
  const queue = zip.files.entries()
  let done = 0
  let failed = false
  const work = async () => {
    for (const [at, file] of queue) {
      if (failed) return
      if (Date.now() > until) throw new Fault('busy', '照片处理时间过长，请分成几份再上传')
      read[at] = await readOne(zip, file, phtType, context)
      if (++done < zip.files.length) await progress(done)
    }
  }
  const stop = (error: unknown) => {
    failed = true
    throw error
  }
  try {
    const ends = await Promise.allSettled([work().catch(stop), work().catch(stop)])
    const end = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
    if (!end) return read
    await discardPictures(read, context)
    throw end.reason
  } finally {
    zip.close()
    await progress(zip.files.length)
  }
}

/** Removes pictures that are not kept. */
export const discardPictures = (read: readonly ReadPicture[], { services }: Context) =>
  Promise.all(read.map(async ({ cut }) => cut && services.files.discard(cut)))

async function readOne(zip: Zip, file: Zipped, phtType: PhotoKind, { services: { files } }: Context): Promise<ReadPicture> {
  const { name, folder, type } = file
  const fault = strangeness(file, phtType)
  if (fault || !isPicture(type)) return { name, folder, fault: fault ?? '' }
  let received: Received | undefined
  try {
    received = await files.receive(zip.read(file), `${photoKinds[phtType].name}.jpg`, pictureLimits.pictureBytes)
    return { name, folder, cut: await cutOut(received, type, photoKinds[phtType]) }
  } catch (error) {
    if (received) await files.discard(received)
    return { name, folder, fault: wordsOf(error) }
  }
}

/** Returns what is wrong with a file that has not been opened; undefined where nothing is. */
function strangeness({ type, isLink, entry }: Zipped, phtType: PhotoKind): string | undefined {
  if (isLink) return '这是指向别处的链接，不是照片'
  if (['zip', 'rar', '7z'].includes(type)) return '压缩包里的压缩包不会展开，请把照片直接放进来'
  if (!isPicture(type) || type === 'gif') return `${photoKinds[phtType].name}须是 jpg 或 png 图片`
  if (entry.uncompressedSize === 0) return '文件是空的'
  return entry.uncompressedSize > pictureLimits.pictureBytes ? `图片超过 ${pictureLimits.pictureBytes / 2 ** 20} MB` : undefined
}

// Passes on a full disk, or a busy server, which is no fault of the picture.
function wordsOf(error: unknown): string {
  if (error instanceof Fault && error.code !== 'busy') return error.message
  if (error instanceof Fault || (error as NodeJS.ErrnoException).syscall) throw error
  return '文件在压缩包里已损坏，打不开'
}
