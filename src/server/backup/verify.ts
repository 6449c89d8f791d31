import { openBackup } from './check.ts'
import { countText, type BackupJob, sizeOf } from './job.ts'
import type { Manifest } from './manifest.ts'

/** Checks every byte of a backup and tells what it holds; needs no database. */
export async function verify(path: string, job: BackupJob) {
  job.say('正在检查备份文件……')
  const { manifest, size } = await openBackup(path, job)
  job.say(`备份完好：${path}`)
  for (const line of describe(manifest, size)) job.say(line)
}

/** Describes a backup in lines for people. */
export function describe(
  { time, product, commit, migrations, people, tables, files, missing }: Manifest,
  size: number,
): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  const lost = missing.filter((file) => file.lost).length
  return [
    `  时间  ${new Date(time).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })}`,
    `  版本  ${product}${commit ? ` ${commit}` : ''}（数据结构 ${migrations.at(-1)}）`,
    `  企业  ${countText(people.enterprises)} 个`,
    `  人员  员工 ${countText(people.employees)} 人，学生 ${countText(people.students)} 人，家长 ${countText(people.parents)} 人`,
    `  数据  ${countText(tables.length)} 张表，${countText(rows)} 行`,
    `  文件  ${countText(files.length)} 个，${sizeOf(bytes)}${lost > 0 ? `；另有 ${countText(lost)} 个在备份时已找不到` : ''}`,
    `  大小  ${sizeOf(size)}`,
  ]
}
