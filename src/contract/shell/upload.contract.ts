import * as z from 'zod'
import { get, post, resource } from '../call.ts'
import { no, none, text, time14 } from '../fields.ts'

const UploadedFile = z.object({
  fileNo: no,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  // Holds a link good for some minutes; a later reader asks for a new one.
  url: z.string().meta({ title: '地址' }),
})

/** Holds a File in the browser, the received file on the server. */
export const file = z
  .custom<object>((value) => typeof value === 'object' && value !== null, { error: '不能为空' })
  .meta({ title: '文件' })

const upldNo = no.meta({ title: '上传编号' })

// Accepts text, since a multipart form carries nothing else.
const idx = z
  .preprocess((text) => (typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : text), z.int().min(0).max(1000))
  .meta({ title: '序号' })

/** Sets the size of each chunk, in bytes; the last one holds the rest. */
export const chunkSize = 5 * 2 ** 20
/** Limits what is uploaded in one piece, in bytes; larger files come in chunks. */
export const largestWhole = 20 * 2 ** 20

/** Describes a file that comes in chunks: those received, and the file once all are. */
const Progress = z.object({ upldNo, have: z.array(z.int()), parts: z.int(), file: UploadedFile.nullable() })

/** Describes a file of the caller's with missing chunks; `haveSize` in bytes. */
const Unfinished = z.object({ upldNo, name: z.string(), size: z.int(), haveSize: z.int(), updTm: time14 })

/** Defines the calls of the file host (docs/spec/files.md#upload). */
export const upload = resource('/file/upload', {
  upload: post('session', z.object({ file }), UploadedFile, '', {
    title: '上传文件',
    body: 'multipart',
    undo: false,
    largest: largestWhole,
  }),
  /**
   * Begins a file of `size` bytes, or finds the one that was begun: chunks come in any order, and are gone on with after a
   * break. One whose content the enterprise has already is there at once.
   */
  createchunk: post(
    'session',
    z.object({
      name: text(200).meta({ title: '文件名' }),
      size: z
        .int()
        .min(1)
        .max(2 ** 31 - 1)
        .meta({ title: '大小' }),
      /** Holds the hash of all bytes, in hexadecimal digits. */
      sha256: z
        .string()
        .max(64)
        .regex(/^[0-9a-f]{64}$/, { error: '应为 64 位十六进制数字' })
        .meta({ title: '校验值' }),
    }),
    Progress,
    '',
    { title: '开始分片上传', undo: false, quiet: true, time: 'long' },
  ),
  /** Uploads one chunk, counted from 0; the last one that comes makes the file. */
  uploadchunk: post('session', z.object({ upldNo, idx, file }), Progress, '', {
    title: '上传分片',
    body: 'multipart',
    undo: false,
    quiet: true,
    time: 'long',
    largest: chunkSize,
  }),
  getunfinished: get('session', z.object({}), z.array(Unfinished), { title: '查询没传完的文件', quiet: true }),
  dropchunk: post('session', z.object({ upldNo }), none, '', { title: '取消没传完的文件', undo: false }),
})
