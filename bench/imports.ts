import type { ImportPreview } from '#contract/importing.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import type { DemoPerson } from '#app/server/demo/people.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { measureImport, reportImport } from './importing.ts'
import { ask, check, serve, tell } from './serving.ts'
import { departmentsOf, people, staffEnterprise } from './staff.ts'

const rows = 5000
const times = Number(process.env.ROUNDS ?? 5)
const importing = 2
const asking = 3
const aims = { 核对: 3000, 写入: 2000 }

const heads = ['姓名', '性别', '工号', '手机', '身份证号', '出生日期', '民族', '部门', '岗位', '备注']
const departments = departmentsOf(importing).map(({ orgName }) => orgName)

const rowOf = ({ name, sex, authTel, idNo, brth }: DemoPerson, workNo: string, at: number) => {
  const department = departments[(at * 11) % departments.length] as string
  const birth = brth.replace(/(....)(..)(..)/, '$1-$2-$3')
  return [name, sex === 'M' ? '男' : '女', workNo, authTel, idNo, birth, '汉族', department, '教师', '名单里的备注']
}

const newcomers = Array.from({ length: rows }, (_, at) => rowOf(people.adult('19670101', '20060831'), `N${at + 1}`, at))

const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

const postgres = await benchPostgres()
try {
  const secret = makeSecret(testKey)
  let known: DemoPerson[] = []
  const { address, tokens } = await makeEnterprises(postgres.url, secret, async (db, at) => {
    if (at === importing) known = await staffEnterprise(db, secret, at, rows)
    if (at === asking) await staffEnterprise(db, secret, at)
  })
  const half = rows / 2
  const changed = known.slice(0, half).map((person, at) => rowOf(person, `G${at + 1}`, at))
  const served = await serve('ours.ts', [address, postgres.folder])
  const before = await tell(served, 'watch')
  console.log(`导入 ${rows} 行 × ${heads.length} 列到已有 ${rows} 名员工的企业，同时每 20 ms 查一次另一家企业的列表`)
  const page = async () => check(await ask(served, tokens[asking], emp.getpage, {}))
  const measure = async (title: string, list: string[][], counts: Partial<ImportPreview>) => {
    const asked = { preview: emp.importemp, create: emp.importempcreate, rows: [heads, ...list], counts }
    reportImport(title, await measureImport({ served, token: tokens[importing], page, times }, asked), aims)
  }
  await measure('全部新增', newcomers, { addCnt: rows })
  await measure('一半修改、一半新增', [...changed, ...newcomers.slice(0, half)], { updCnt: half, addCnt: half })
  console.log(`服务进程的内存   开始 ${mb(before.rss)}   最多 ${mb((await tell(served)).peak)}`)
  served.child.disconnect()
} finally {
  await postgres.stop()
}
