import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { openDatabase, transaction, type Db } from '#server/database.ts'
import { connectOwner, prepareDatabase } from '#server/migrate.ts'
import { startPostgres } from '#server/postgres.ts'
import { makeSecret } from '#server/secret.ts'
import { loadReference, workOn } from '#server/reference/load.ts'
import { readRights } from '#server/rights.ts'
import { loadDemo } from '#server/demo/load.ts'
import { checkDigit } from '#server/demo/people.ts'
import { reserveNumbers } from '#server/number.ts'

const secret = makeSecret('k'.repeat(32))
const folder = mkdtempSync(join(tmpdir(), 'campus-demo-'))
chmodSync(folder, 0o711)
const postgres = await startPostgres(folder, 'demo')
const snake = (name: string) => name.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`)
const one = async (db: Db, text: string) =>
  (await sql.raw<Record<string, unknown>>(text).execute(db)).rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [snake(k), v])))
let failed = 0
const check = (name: string, got: unknown, want: unknown) => {
  const ok = JSON.stringify(got) === JSON.stringify(want)
  if (!ok) failed++
  console.log(ok ? 'ok  ' : 'FAIL', name, ok ? '' : `${JSON.stringify(got)?.slice(0, 600)} wanted ${JSON.stringify(want)}`)
}
const tables = ['ent','ent_tree','account','identity','org','emp','orgemp','empgrp','empgrpmbr','edcunit','stu','ptr','stuptr','emprole','empdatapwr','entmdl','entrole','history']

async function load(url: string, say: string) {
  const owner = await connectOwner(url)
  await prepareDatabase(owner, url, secret)
  await owner.end()
  const database = openDatabase(url)
  let t = performance.now()
  await transaction(database.pool, {}, loadReference)
  console.log(say, 'reference', ((performance.now() - t) / 1000).toFixed(2), 's')
  const cpu = process.cpuUsage()
  t = performance.now()
  await transaction(database.pool, { call: 'demo' }, (db) => loadDemo(db, secret, 'HASH'))
  const used = process.cpuUsage(cpu)
  console.log(say, 'demo', ((performance.now() - t) / 1000).toFixed(2), 's; node cpu', ((used.user + used.system) / 1e6).toFixed(2), 's')
  return database
}

async function digest(db: Db) {
  const parts: string[] = []
  for (const [table, drop] of [['ent', ''], ['account', ''], ['identity', ''], ['org', ''], ['emp', 'id_no'], ['orgemp', ''], ['empgrp', ''], ['empgrpmbr', ''], ['edcunit', ''], ['stu', 'id_no'], ['ptr', 'id_no'], ['stuptr', ''], ['emprole', ''], ['empdatapwr', '']] as const) {
    const [row] = await one(db, `select md5(string_agg(x, '' order by x)) as h from (select (to_jsonb(t) - '{crt_tm,upd_tm,crt_user,upd_user${drop && ','}${drop}}'::text[])::text x from ${table} t) s`)
    parts.push(String(row?.h))
  }
  return createHash('md5').update(parts.join()).digest('hex')
}

try {
  const database = await load(postgres.url, 'superuser')
  const digest1 = await transaction(database.pool, {}, async (db) => {
    for (const t of tables) console.log(t, (await one(db, `select count(*)::int c from ${t}`))[0]?.c)
    console.log('size', (await one(db, `select pg_size_pretty(pg_database_size(current_database())) s`))[0]?.s)
    check('emps without exactly one main org', await one(db, `select e.emp_no from emp e left join orgemp o on o.ent_no=e.ent_no and o.emp_no=e.emp_no and mst_flag='1' group by e.ent_no,e.emp_no having count(o.*)<>1`), [])
    check('departments led twice', await one(db, `select org_no from orgemp where lead_flag='1' group by ent_no,org_no having count(*)<>1`), [])
    check('departments without leader', await one(db, `select o.org_no from org o where not exists (select 1 from orgemp p where p.ent_no=o.ent_no and p.org_no=o.org_no and lead_flag='1')`), [])
    check('second departments > 0', Number((await one(db, `select count(*) c from orgemp where mst_flag='0'`))[0]?.c) > 0, true)
    check('students', (await one(db, `select count(*)::int c from stu`))[0]?.c, 3081)
    check('units', await one(db, `select unit_type, count(*)::int c from edcunit group by 1 order by 1`), [{ unitType: '1', c: 3 }, { unitType: '2', c: 3 }, { unitType: '3', c: 5 }, { unitType: '4', c: 21 }, { unitType: '5', c: 72 }].map((x) => ({ unit_type: x.unitType, c: x.c })))
    check('classes without one holder', await one(db, `select unit_no from edcunit u where unit_type='5' and (select count(*) from empdatapwr d join emp e using(ent_no,emp_no) join emprole r using (ent_no,emp_no,role_no) where d.ent_no=u.ent_no and data_val=unit_no and d.role_no='P030CLASS' and data_type='unit' and e.stt='1')<>1`), [])
    check('students in no class', await one(db, `select stu_no from stu left join edcunit u using(ent_no,unit_no) where u.unit_type is distinct from '5'`), [])
    check('students without guardian', await one(db, `select stu_no from stu s where not exists (select 1 from stuptr p where p.ent_no=s.ent_no and p.stu_no=s.stu_no)`), [])
    check('guardians without student', await one(db, `select ptr_no from ptr s where not exists (select 1 from stuptr p where p.ent_no=s.ent_no and p.ptr_no=s.ptr_no)`), [])
    console.log('siblings beyond the first', (await one(db, `select sum(c-1) s from (select count(distinct stu_no) c from stuptr where relt in ('51','52') group by ent_no, ptr_no having count(*)>1) x`))[0]?.s)
    check('sibling families', Number((await one(db, `select count(*) c from (select ptr_no from stuptr group by ent_no,ptr_no having count(*)>1) s`))[0]?.c) > 100, true)
    const bad: string[] = []
    const wrongSex: string[] = []
    for (const [t, k] of [['emp', 'emp_no'], ['stu', 'stu_no'], ['ptr', 'ptr_no']]) for (const r of await one(db, `select ${k} k, id_no, id_no_hash, sex, to_char(brth,'YYYYMMDD') b from ${t} where id_no is not null`)) {
      const id = secret.open(r.id_no as string)
      if (id[17] !== checkDigit(id.slice(0, 17))) bad.push(String(r.k))
      if (secret.hash(id) !== r.id_no_hash || id.slice(6, 14) !== r.b || (Number(id[16]) % 2 === 1 ? 'M' : 'F') !== r.sex) wrongSex.push(String(r.k))
    }
    check('wrong check digits', [bad.length, bad.every((n) => n.startsWith('S'))], [8, true])
    check('id numbers that do not fit', wrongSex, [])
    check('same id in two schools', (await one(db, `select count(*)::int c from (select id_no_hash from stu where id_no is not null group by 1 having count(*)=2) s`))[0]?.c, 3)
    check('entered twice', await one(db, `select ent_no, count(*)::int c from (select ent_no from stu group by ent_no, trim(stu_name), brth having count(*)>1 and bool_or(id_no is null)) s group by 1 order by 1`), [1, 2, 3].map((n) => ({ ent_no: `030000000${n}`, c: 1 })))
    check('trailing space', (await one(db, `select count(*)::int c from stu where stu_name like '% '`))[0]?.c, 1)
    check('guardian phones in two schools', (await one(db, `select count(*)::int c from (select auth_tel from ptr group by 1 having count(distinct ent_no)>1) s`))[0]?.c, 10)
    check('phones', (await one(db, `select count(*)::int c from (select auth_tel from emp union all select auth_tel from ptr union all select auth_tel from stu where auth_tel is not null union all select auth_tel from account) s where auth_tel !~ '^100\\d{8}$'`))[0]?.c, 0)
    check('work numbers of schools', (await one(db, `select count(*)::int c from emp where idnt_no='030' and work_no is null`)), [{ c: 3 }].slice(0, 0).concat([{ c: 0 }]))
    check('dotted names', (await one(db, `select count(*)::int>5 c from emp where emp_name like '%·%'`))[0]?.c, true)
    check('40-character department', (await one(db, `select max(length(org_name))::int c from org`))[0]?.c, 40)
    check('longest group', await one(db, `select max(length(grp_name))::int g, max(length(des))::int d from empgrp`), [{ g: 30, d: 500 }])
    check('company groups', await one(db, `select (select count(*)::int from empgrpmbr m where m.ent_no=g.ent_no and m.grp_no=g.grp_no) c from empgrp g where ent_no='0100000001' order by 1`), [{ c: 0 }, { c: 1 }, { c: 10000 }])
    check('agent employees', (await one(db, `select count(*)::int c from emp where ent_no='0400000001'`))[0]?.c, 1)
    check('merchant groups', (await one(db, `select count(*)::int c from empgrp where ent_no like '05%'`))[0]?.c, 0)
    check('disabled', await one(db, `select (select count(*) from emp where stt='2')>100 e, (select count(*) from empgrp where stt='2')>2 g`), [{ e: true, g: true }])
    check('staff without role', (await one(db, `select count(*)::int c from emp e where idnt_no='030' and not exists (select 1 from emprole r where r.ent_no=e.ent_no and r.emp_no=e.emp_no)`))[0]?.c, 0)
    check('roles not given to the enterprise', await one(db, `select * from emprole r where not exists (select 1 from entrole e where e.ent_no=r.ent_no and e.role_no=r.role_no)`), [])
    console.table(await one(db, `select a.name, a.user_no, a.nick_name, i.idnt_no, e2.ent_name, e.emp_no, e.emp_name, o.org_name, e.auth_tel=a.auth_tel tel, e.auth_flag, e.stt, a.nick_name=e.emp_name same, (select string_agg(role_no,'+' order by role_no) from emprole r where r.ent_no=i.ent_no and r.emp_no=e.emp_no) roles, (select string_agg(data_val,'+') from empdatapwr r where r.ent_no=i.ent_no and r.emp_no=e.emp_no) units from account a left join identity i using(user_no) left join emp e on e.ent_no=i.ent_no and e.emp_no=i.idnt_val left join ent e2 on e2.ent_no=i.ent_no left join orgemp oe on oe.ent_no=e.ent_no and oe.emp_no=e.emp_no and mst_flag='1' left join org o on o.ent_no=oe.ent_no and o.org_no=oe.org_no order by a.user_no, i.idnt_no`))
    const person = async (name: string) => (await one(db, `select ent_no, idnt_val from identity join account using(user_no) where name='${name}'`))[0] as { ent_no: string; idnt_val: string }
    for (const name of ['platform', 'bureau', 'school', 'teacher', 'company', 'agent', 'merchant']) {
      const { ent_no, idnt_val } = await person(name)
      await workOn(db, ent_no)
      const rights = await readRights(db, ent_no, idnt_val)
      console.log(name, JSON.stringify(rights.modules), JSON.stringify(rights.reachOf(permissions('empgrp').view)), rights.roles.map((r) => r.roleName).join())
      if (name === 'school') check('school may add groups', [rights.has('empgrp:000001'), rights.has('empgrp:000004')], [true, true])
      if (name === 'teacher') {
        check('teacher only views groups', rights.modules.find((m) => m.mdlCode === 'empgrp')?.func, '000004')
        const units = (await one(db, `select data_val from empdatapwr where ent_no='${ent_no}' and emp_no='${idnt_val}'`)).map((r) => r.data_val)
        check('teacher reach', rights.reachOf(permissions('empgrp').view), { whole: true, values: units })
      }
    }
    check('tree', (await one(db, `select count(*)::int c from ent_tree where anc_no='0600000001'`))[0]?.c, 14)
    console.table(await one(db, `select ent_no, ent_name, prt_no, link_man, link_tel, show_ord, (select count(*)::int from org o where o.ent_no=e.ent_no) orgs, (select count(*)::int from emp o where o.ent_no=e.ent_no) emps, (select count(*)::int from empgrp o where o.ent_no=e.ent_no) grps, (select count(*)::int from stu o where o.ent_no=e.ent_no) stus, (select count(*)::int from ptr o where o.ent_no=e.ent_no) ptrs, (select count(*)::int from stuptr o where o.ent_no=e.ent_no) links from ent e order by show_ord`))
    for (const [rule, table, column] of [['EMP_NO', 'emp', 'emp_no'], ['STU_NO', 'stu', 'stu_no'], ['PTR_NO', 'ptr', 'ptr_no'], ['UNIT_NO', 'edcunit', 'unit_no'], ['ORG_NO', 'org', 'org_no'], ['GRP_NO', 'empgrp', 'grp_no'], ['USER_NO', 'account', 'user_no'], ['ENT_NO', 'ent', 'ent_no']] as const) {
      const [row] = await one(db, `select max(${column}) m, count(*)::int c, count(distinct ${column})::int d from ${table}`)
      const [next] = await reserveNumbers(db, rule, 1, '0100000001')
      const free = rule === 'ENT_NO' ? next === '0100000005' : String(next) > String(row?.m) && row?.c === row?.d
      check(`${rule}: ${row?.m} then ${next}`, free, true)
    }
    console.table(await one(db, `select emp_name, search_text, work_no, sex, brth from emp where emp_no in ('E000000001','E000000030') or emp_name like '买买提·艾力' or emp_name like '阿依古丽·买买提' limit 6`))
    console.table(await one(db, `select stu_name, search_text, stdy_no, sex, brth, wts, auth_tel, stt from stu limit 3`))
    console.table(await one(db, `select stu_name, u.unit_name, relt, ptr_name, p.brth, s.brth sb from stu s join edcunit u using (ent_no,unit_no) join stuptr using(ent_no,stu_no) join ptr p using (ent_no,ptr_no) where stu_name like '%·%' limit 6`))
    console.table(await one(db, `select unit_name, unit_type, stdy_prd, cur_grade, cur_sch_year, entr_year, grdt_year, self_no, show_ord from edcunit where unit_type<'5' or show_ord=10 order by ent_no, unit_no limit 12`))
    console.table(await one(db, `select org_name, help_code, prt_no, show_ord from org where ent_no='0300000001'`))
    console.table(await one(db, `select extract(year from age(s.brth,p.brth))::int gap, count(*)::int from stuptr join stu s using (ent_no,stu_no) join ptr p using (ent_no,ptr_no) where relt in ('51','52') and p.brth is not null group by 1 order by 1`))
    return digest(db)
  })
  await database.close()

  // A database of its own, whose owner is no superuser.
  const admin = await connectOwner(postgres.url)
  await admin.query(`create role o login createrole password 'o'`)
  await admin.query('create database d owner o')
  await admin.end()
  const url = new URL(postgres.url)
  url.username = 'o'
  url.password = 'o'
  url.pathname = '/d'
  const second = await load(url.href, 'plain owner')
  const su = new URL(postgres.url)
  su.pathname = '/d'
  const asRoot = openDatabase(su.href)
  const digest2 = await transaction(asRoot.pool, {}, async (db) => {
    for (const [rule, table] of [['EMP_NO', 'emp']] as const) console.log(rule, (await one(db, `select count(*)::int c from ${table}`))[0]?.c)
    return digest(db)
  })
  console.log(digest1, digest2, '(numbers reserved by the check differ in codegnrt)')
  await second.close()
  await asRoot.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(failed ? `${failed} FAILED` : 'all ok')
