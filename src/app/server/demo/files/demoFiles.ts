import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Files } from '#server/store/files.ts'
import { isPicture } from '#server/store/pictures.ts'
import { keepSizes } from '#server/store/keepPictureSizes.ts'
import { activityPictures } from '../activities/pictures.ts'
import { demoResources } from '../resources/resourcePlans.ts'
import { portraits } from './portraits.ts'
import { forgetScenes } from './scenes.ts'

/** Describes a file of the demo: whose it is, and how it is made; the same one whenever it is made. */
export type DemoFile = { of: string; name: string; type: string; file: () => Promise<Buffer> | Buffer }

/** Lists all files of the demo in the order of their numbers. */
export const demoFiles: DemoFile[] = [
  ...demoResources.map((plan) => ({ ...plan, name: `${plan.resName}.${plan.type}` })),
  ...activityPictures,
  ...portraits,
]

export type MadeFile = Awaited<ReturnType<typeof make>>

let making: Promise<MadeFile[]> | undefined

/** Makes all files, once for the database and for the store. */
export const makeDemoFiles = () => (making ??= Promise.all(demoFiles.map(make)))

async function make({ of, name, type, file }: DemoFile, i: number) {
  const bytes = await file()
  const { width = null, height = null } = isPicture(type) ? await sharp(bytes).metadata() : {}
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { of, fileNo: fileNoOf(i), bytes, facts: { name, type, size: bytes.length, sha256, width, height } }
}

const fileNoOf = (i: number) => `F${String(i + 1).padStart(9, '0')}`

/** Puts the files of the demo where they belong, unless they are there. */
export async function keepDemoFiles(files: Files) {
  const [first] = demoFiles
  const there = first && (await files.open(first.of, fileNoOf(0)))
  if (there) there.content.destroy()
  else await keepAll(files)
  making = undefined
  forgetScenes()
}

async function keepAll(files: Files) {
  const folder = join(files.root, 'arriving')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await Promise.all((await makeDemoFiles()).map((one) => keepFile(files, folder, one)))
}

async function keepFile(files: Files, folder: string, { of, fileNo, bytes, facts }: MadeFile) {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes, { mode: 0o600 })
  const { width, height, ...received } = facts
  await keepSizes(files, of, fileNo, { path, ...received, ...(width && height && { width, height }) })
  await files.keep({ path }, of, fileNo)
}
