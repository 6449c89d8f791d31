import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post } from '#contract/call.ts'
import { flag, no, none } from '#contract/fields.ts'
import { file } from '#features/file/upload/upload.contract.ts'

const may = permissions('emp')

const phtType = z.enum(['card', 'face']).meta({ title: '照片类型', dictionary: 'PHT_TYPE' })

/** A ZIP of photos may hold so much. */
export const pictureLimits = { zipBytes: 200 * 2 ** 20, entries: 5000, pictureBytes: 10 * 2 ** 20, totalBytes: 2 ** 30 }

/**
 * What becomes of a picture: set where there is none, set in place of one, already in use, one of several for a person,
 * meant for nobody, no usable picture, left out.
 */
export const pictureActs = ['add', 'upd', 'same', 'many', 'none', 'bad', 'out'] as const

/** A file of the ZIP: the picture as it would be set and the one in use are links that expire. */
export const PictureRow = z.object({
  rowNo: z.int(),
  name: z.string().meta({ title: '文件名' }),
  folder: z.string(),
  act: z.enum(pictureActs),
  url: z.string().nullable(),
  oldUrl: z.string().nullable(),
  empNo: no.nullable(),
  empName: z.string().nullable(),
  workNo: z.string().nullable(),
  orgName: z.string().nullable(),
  /** Why it is not set; remarks hinder nothing. */
  msg: z.string().nullable(),
  wrns: z.array(z.string()),
})

/** Every file is counted once: all but the total make the total. */
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

/** The photos that wait, with one page of those that were asked for; `key` is what the file names are. */
export const PicturePreview = z.object({
  batchNo: no,
  fileName: z.string(),
  phtType,
  key: z.enum(['workNo', 'idNo', 'empNo']).nullable(),
  ...PictureCounts.shape,
  pageIndex: z.int(),
  recordCount: z.int(),
  rows: z.array(PictureRow),
})

export type PictureRow = z.output<typeof PictureRow>
export type PictureCounts = z.output<typeof PictureCounts>
export type PicturePreview = z.output<typeof PicturePreview>

const batch = z.object({ batchNo: no.meta({ title: '批次' }) })
const rowNos = z
  .array(z.int().min(1).max(pictureLimits.entries).meta({ title: '照片' }))
  .min(1)
  .max(pictureLimits.entries)
const pageSize = 60

/** Photos of employees by ZIP: `importpic` is the specification's, the others are ours. */
export const pictureCalls = {
  /** What becomes of every file of a ZIP; the pictures wait as files of the caller, and replace those that waited before. */
  previewpic: post(
    may.import,
    z.object({ file, phtType, cnsntFlag: flag.default('0').meta({ title: '本人同意采集人脸', dictionary: 'YES_NO' }) }),
    PicturePreview,
    '',
    { body: 'multipart', time: 'long', undo: false, largest: pictureLimits.zipBytes },
  ),
  /** The caller's photos that wait, or null. */
  getpic: get(
    may.import,
    z.object({
      act: z.enum(pictureActs).optional().meta({ title: '结果' }),
      pageIndex: z.int().min(1).max(1000).default(1).meta({ title: '页码' }),
      pageSize: z.int().min(1).max(200).default(pageSize).meta({ title: '每页张数' }),
    }),
    PicturePreview.nullable(),
  ),
  /** Leaves pictures out (`use` 0), or takes them: again, or of several for one person just this one (1). */
  setpic: post(
    may.import,
    batch.extend({ rowNos: rowNos.meta({ title: '照片' }), use: flag.meta({ title: '使用' }) }),
    none,
    '',
    {
      time: 'long',
      undo: false,
    },
  ),
  /** Gives the waiting photos up. */
  closepic: post(may.import, batch, none, '已放弃这批照片', { undo: false }),
  importpic: post(may.import, batch, batch.extend(PictureCounts.shape), '添加成功', { time: 'long' }),
}
