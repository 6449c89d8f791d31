import * as z from 'zod'

/** Sets the version of the format, raised where an older product could not read the archive any more. */
export const backupFormat = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().nonnegative()
// Accepts only numbers without path separators, for they become paths.
const number = z.string().regex(/^[\w-]{1,40}$/)
// Bounds become SQL when a month's table is made again.
const bound = z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\))$/)

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  partition: z.object({ of: z.string(), bound }).nullable(),
  rows: count,
  sha256,
})
const File = z.object({ entNo: number, fileNo: number, size: count, sha256 })
/** Describes a file that had a row in the snapshot and was not in the data folder; `lost` where the row stayed. */
const Missing = z.object({ entNo: number, fileNo: number, lost: z.boolean() })

/** Describes what a backup holds, and the checksum of each part. */
export const Manifest = z.object({
  format: z.literal(backupFormat),
  product: z.string().regex(/^\d+\.\d+\.\d+/),
  /** Names the commit of the product; absent where it did not know, or in backups of 0.1.0. */
  commit: z.string().optional(),
  migrations: z.array(z.string()).min(1),
  time: z.iso.datetime(),
  people: z.object({ enterprises: count, employees: count, students: count, parents: count }),
  /** Lists tables in an order in which each refers only to those before it. */
  tables: z.array(Table),
  /** Lists the rules that bind what is written, but that some of these rows break; absent in backups of 0.1.0. */
  unproven: z.array(z.object({ table: z.string(), name: z.string() })).optional(),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  files: z.array(File),
  missing: z.array(Missing),
  key: z.object({ sha256 }),
})

export type Manifest = z.output<typeof Manifest>
export type TableEntry = Manifest['tables'][number]
export type FileEntry = Manifest['files'][number]

/** Names inside the archive. */
export const archiveEntries = {
  first: 'READ-ME.txt',
  manifest: 'manifest.json',
  key: 'secret.key',
  table: (table: string) => `tables/${table}/`,
  part: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.gz`,
  file: ({ entNo, fileNo }: { entNo: string; fileNo: string }) => `files/${entNo}/${fileNo}`,
}
