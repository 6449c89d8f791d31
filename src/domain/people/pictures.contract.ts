import * as z from 'zod'
import type { permissions } from '#contract/access.ts'
import { get, post } from '#contract/call.ts'
import { flag, no, none } from '#contract/fields.ts'
import { file } from '#contract/shell/upload.contract.ts'

const phtType = z.enum(['card', 'face']).meta({ title: '照片类型', dictionary: 'PHT_TYPE' })

/** Limits a ZIP of photos, in bytes and files. */
export const pictureLimits = { zipBytes: 200 * 2 ** 20, entries: 5000, pictureBytes: 10 * 2 ** 20, totalBytes: 2 ** 30 }

/**
 * Lists the outcomes of a picture: set where there is none, set in place of one, already in use, one of several for a person,
 * meant for nobody, no usable picture, left out.
 */
export const pictureActs = ['add', 'upd', 'same', 'many', 'none', 'bad', 'out'] as const

/** Describes a file of the ZIP: the picture as it would be set and the one in use are links that expire. */
const PictureRow = z.object({
  rowNo: z.int(),
  name: z.string().meta({ title: '文件名' }),
  folder: z.string(),
  act: z.enum(pictureActs),
  url: z.string().nullable(),
  oldUrl: z.string().nullable(),
  /** Explains why it is not set, null where it is; remarks prevent nothing. */
  msg: z.string().nullable(),
  wrns: z.array(z.string()),
})

/** Counts every file once: all but the total make the total. */
const PictureCounts = z.object({
  total: z.int(),
  addCnt: z.int(),
  updCnt: z.int(),
  sameCnt: z.int(),
  manyCnt: z.int(),
  noneCnt: z.int(),
  badCnt: z.int(),
  outCnt: z.int(),
})

/** Describes the photos that wait, with one page of those that were asked for; `key` is what the file names are. */
const PicturePreview = z.object({
  batchNo: no,
  fileName: z.string(),
  phtType,
  ...PictureCounts.shape,
  pageIndex: z.int(),
  recordCount: z.int(),
})

export type PictureRow = z.output<typeof PictureRow>
export type PictureCounts = z.output<typeof PictureCounts>
/** Describes the preview of photos of people with the facts `Who`, named by one of the fields `Key`. */
export type PicturePreview<Who, Key extends string = string> = z.output<typeof PicturePreview> & {
  key: Key | null
  rows: (PictureRow & Who)[]
}

const batch = z.object({ batchNo: no.meta({ title: '批次' }) })
const rowNos = z
  .array(z.int().min(1).max(pictureLimits.entries).meta({ title: '照片' }))
  .min(1)
  .max(pictureLimits.entries)
const pageSize = 60

type Subject<Who extends z.ZodRawShape, Key extends string> = {
  /** Describes the person a row is meant for. */
  who: Who
  /** Lists what file names may be. */
  keys: readonly [Key, ...Key[]]
  /** Asks for confirmation before faces are stored. */
  consent: string
}

/** Declares the calls for photos by ZIP, of employees or of students: `importpic` is the specification's, the others are ours. */
export function definePictureCalls<Who extends z.ZodRawShape, Key extends string>(
  may: ReturnType<typeof permissions>,
  { who, keys, consent }: Subject<Who, Key>,
) {
  const Preview = z.object({
    ...PicturePreview.shape,
    key: z.enum(keys).nullable(),
    rows: z.array(z.object({ ...PictureRow.shape, ...who })),
  })
  return {
    /** Previews every file of a ZIP; the pictures wait as files of the caller, and replace those that waited before. */
    previewpic: post(
      may.import,
      z.object({ file, phtType, cnsntFlag: flag.default('0').meta({ title: consent, dictionary: 'YES_NO' }) }),
      Preview,
      '',
      { title: '预览照片导入', body: 'multipart', time: 'long', undo: false, largest: pictureLimits.zipBytes },
    ),
    /** Returns the caller's photos that wait; null for none. */
    getpic: get(
      may.import,
      z.object({
        act: z.enum(pictureActs).optional().meta({ title: '结果' }),
        pageIndex: z.int().min(1).max(1000).default(1).meta({ title: '页码' }),
        pageSize: z.int().min(1).max(200).default(pageSize).meta({ title: '每页张数' }),
      }),
      Preview.nullable(),
    ),
    /** Leaves pictures out (`use` 0), or takes them: again, or of several for one person just this one (1). */
    setpic: post(
      may.import,
      batch.extend({ rowNos: rowNos.meta({ title: '照片' }), use: flag.meta({ title: '使用' }) }),
      none,
      '',
      { time: 'long', undo: false },
    ),
    /** Gives the waiting photos up. */
    closepic: post(may.import, batch, none, '已放弃这批照片', { title: '放弃照片导入', undo: false }),
    importpic: post(may.import, batch, batch.extend(PictureCounts.shape), '添加成功', { time: 'long' }),
  }
}

type Calls = ReturnType<typeof definePictureCalls>
/** Describes the calls for photos by ZIP, whoever the people are. */
export type PictureCalls = { [Name in keyof Calls]: Calls[Name] & { path: string } }

/** Describes somebody whom a photo is meant for. */
export type Somebody = { no: string | null; name: string | null; ownNo: string | null; place: string | null }
