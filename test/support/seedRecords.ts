import { writeXlsx } from 'hucre/xlsx'
import { org } from '#features/ent/org/org.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { asOwner, type Person, type TestServer } from './harness.ts'
import { childOf } from './seedPupils.ts'
import type { Known } from './samples.ts'
import { portrait } from './uploads.ts'

let phones = 18_800_000_000

/** Seeds beside the department of the school one in which the person is too, and one without anybody. */
export async function seedDepartments({ client }: Person, entNo: string, sign: string, empNo: string): Promise<[string, string]> {
  const { orgNo } = await client.call(org.create, { entNo, orgName: `总务${sign}` })
  await client.call(org.createorgemp, { entNo, orgNo, orgEmps: [{ empNo }] })
  return [orgNo, (await client.call(org.create, { entNo, orgName: `空${sign}` })).orgNo]
}

/** Seeds a role of the school’s own that the person has, with an action, a department, and an exception beside it. */
export async function seedRole(
  server: TestServer,
  entNo: string,
  { sign, empNo, orgNo }: { sign: string; empNo: string; orgNo: string },
): Promise<string> {
  const roleNo = `R-${entNo}`
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('role')
      .values({ entNo, roleNo, roleName: `角色${sign}`, roleItem: '1' })
      .execute()
    await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode: 'empgrp', pwrNo: '000003' }).execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    await db.insertInto('emppwr').values({ entNo, empNo, mdlCode: 'empgrp', pwrNo: '000001', addDelFlag: '2' }).execute()
    await db
      .insertInto('emparch')
      .values({ entNo, empNo, adr: `住址${sign}` })
      .execute()
    await db.insertInto('entinfo').values({ entNo, typeCode: 'GATQW', infoNo: '01' }).execute()
    await db
      .insertInto('scharch')
      .values({ entNo, adr: `校址${sign}` })
      .execute()
    await db
      .insertInto('edcarch')
      .values({ entNo, adr: `地址${sign}` })
      .execute()
    await db
      .insertInto('entact')
      .values({ entNo, rdx: 1, payType: '02', actNo: `6225-${entNo}`, actName: `户名${sign}` })
      .execute()
    for (const itemName of ['甲', '乙'])
      await db
        .insertInto('payitem')
        .values({ entNo, payItemNo: `I${itemName === '甲' ? 1 : 2}-${entNo}`, itemName, theme: `主题${sign}`, amt: 1 })
        .execute()
    for (const table of ['empdatapwr', 'empmsgpwr'] as const)
      await db.insertInto(table).values({ entNo, empNo, roleNo, dataVal: orgNo, dataType: 'org' }).execute()
  })
  return roleNo
}

/** Seeds a film of the caller's that is still arriving. */
export async function seedUpload(server: TestServer, { userNo }: Person, entNo: string, sign: string) {
  const upldNo = `U${entNo}`
  await asOwner(server, entNo, async (db) => {
    const film = { name: `${sign}.mp4`, type: 'mp4', size: 2, sha256: sign, chunkSize: 1, parts: 2 }
    await db
      .insertInto('upld')
      .values({ entNo, upldNo, userNo, ...film })
      .execute()
    await db.insertInto('upldpart').values({ entNo, upldNo, idx: 0 }).execute()
  })
}

/** Seeds a photo that was submitted for the person and waits for its review; faces are stored here. */
export async function seedPhoto(server: TestServer, { client, userNo }: Person, entNo: string, empNo: string): Promise<string> {
  const { fileNo } = await client.call(upload.upload, { entNo, file: await portrait() })
  await asOwner(server, entNo, async (db) => {
    const row = { entNo, applyNo: `L-${entNo}`, empNo, phtType: 'card', fileNo, userNo }
    await db.insertInto('phtapply').values(row).execute()
    await db
      .insertInto('phtapply')
      .values({ ...row, applyNo: `LS-${entNo}`, empNo: null, stuNo: childOf(entNo) })
      .execute()
    await db.insertInto('draft').values({ entNo, userNo, name: '表单', sealed: '1:' }).execute()
    await db.insertInto('entcfg').values({ entNo, cfgCode: 'FACE_ON', curVal: '1' }).execute()
  })
  return fileNo
}

/** Reads for every table whose key is an enterprise and one number that number's wire name and those that a school has. */
export async function recordsOf({ owner }: TestServer, entNo: string): Promise<Record<string, string[]>> {
  const { rows } = await owner.query(`
    select conrelid::regclass::text as tbl, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'p' and cardinality(c.conkey) = 2 and a.attname like '%\\_no'
      and exists (select 1 from pg_attribute e where e.attrelid = c.conrelid and e.attnum = c.conkey[1] and e.attname = 'ent_no')`)
  const own = rows.filter(({ tbl, col }) => !/^(ent(role|mdl|_tree)|(emp|stu|ptr)arch|tmplseg)$/.test(tbl) && col !== 'ent_no')
  const lists = own.map(async ({ tbl, col }) => {
    const found = await owner.query(`select ${col} as no from ${tbl} where ent_no = $1 order by 1`, [entNo])
    return [camel(col), found.rows.map(({ no }) => no)] as const
  })
  return Object.fromEntries((await Promise.all(lists)).filter(([, numbers]) => numbers.length > 0))
}

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export async function dictionariesOf({ owner }: TestServer): Promise<Known> {
  const { rows } = await owner.query(
    `select type_code, array_agg(info_no) as items from info where stt = '1' and show_flag = '1' group by 1`,
  )
  return { ...Object.fromEntries(rows.map(({ type_code, items }) => [type_code, items])), typeCode: ['STT'], tmlType: ['001'] }
}

/** Makes a staff list of one row that can be imported. */
export async function workbook(name: string): Promise<File> {
  const rows = [
    ['姓名', '性别', '手机', '部门'],
    [name, '女', String(++phones), '教务处'],
  ]
  return new File([new Uint8Array(await writeXlsx({ sheets: [{ name: '教职工', rows }] }))], '教职工.xlsx')
}
