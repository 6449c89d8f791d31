import sharp from 'sharp'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import type { Person } from './harness.ts'
import { type Entry, own, zipOf } from './uploads.ts'

/** Makes a picture of one colour; another colour is another picture. */
export const picture = async (colour: string, width = 480, height = 640) =>
  own(
    await sharp({ create: { width, height, channels: 3, background: colour } })
      .jpeg()
      .toBuffer(),
  )

/** Makes a ZIP as a file to be sent: pictures by their names, or entries that are made by hand. */
export const zipFile = (entries: Record<string, Buffer> | Entry[]) =>
  new File(
    [zipOf(Array.isArray(entries) ? entries : Object.entries(entries).map(([name, data]) => ({ name, data })))],
    '照片.zip',
  )

/** Sends photos of employees as a ZIP and answers what would become of them. */
export const preview = ({ client }: Person, entries: Record<string, Buffer> | Entry[], phtType: 'card' | 'face' = 'card') =>
  client.call(emp.previewpic, { file: zipFile(entries), phtType, cnsntFlag: '1' })

/** Previews those of students. */
export const previewStudents = ({ client }: Person, entries: Record<string, Buffer>, phtType: 'card' | 'face' = 'card') =>
  client.call(stu.previewpic, { file: zipFile(entries), phtType, cnsntFlag: '1' })
