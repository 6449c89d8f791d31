import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { labelGroups } from '#domain/students/stu.labels.contract.ts'
import { opening } from '../support/activities.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { enrol, makePupilSchool, type PupilSchool, undoLast } from '../support/pupilSchool.ts'
import { settingsOf } from '../support/sights.ts'

let server: TestServer
let school: PupilSchool
beforeAll(async () => {
  server = await startServer()
  school = await makePupilSchool(server)
})
afterAll(() => server.close())

const national = 'G110101200001010015'

/** Tries statements past the calls and rolls back; answers which rule refused them, undefined for none. */
async function refusedBy(client: pg.PoolClient, settings: string, statements: string): Promise<string | undefined> {
  try {
    await client.query(`begin; ${settings} ${statements}`)
    return undefined
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError
    return constraint ?? message
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Tries them as the owner of the tables and as the role that serves a call of the school; both must be answered alike. */
async function rule(statements: string, entNo = school.entNo): Promise<string | undefined> {
  const asOwner = await refusedBy(await server.owner.connect(), `set local app.ent_no = '${entNo}';`, statements)
  const asRole = await refusedBy(await server.services.database.pool.connect(), settingsOf(server, { entNo }), statements)
  expect(asRole).toBe(asOwner)
  return asOwner
}

/** Changes rows of the school past the calls. */
const write = (statements: string) => server.owner.query(`begin; set local app.ent_no = '${school.entNo}'; ${statements}; commit`)

const student = (stuNo: string, unitNo: string) =>
  `insert into stu (ent_no, stu_no, stu_name, unit_no, sex) values ('${school.entNo}', '${stuNo}', '甲', '${unitNo}', 'M');`
const unit = (unitNo: string, prtNo: string, unitType = '5') =>
  `insert into edcunit (ent_no, unit_no, unit_name, unit_type, prt_no) values ('${school.entNo}', '${unitNo}', '${unitNo}', '${unitType}', '${prtNo}');`

test('a student is in a class, 待分班 too, and in nothing else', async () => {
  const { entNo, classNo, gradeNo } = school
  expect(await rule(student('X1', classNo))).toBeUndefined()
  const waiting = `update edcunit set wait_flag = '1' where unit_no = '${classNo}';`
  expect(await rule(waiting + student('X1', classNo))).toBeUndefined()
  for (const place of [gradeNo, `U${entNo}`, 'U404']) expect(await rule(student('X1', place))).toBe('stu_unit_no_fkey')
  const stuNo = await enrol(school)
  expect(await rule(`update stu set unit_no = '${gradeNo}' where stu_no = '${stuNo}'`)).toBe('stu_unit_no_fkey')
  expect(await rule(`update stu set unit_no = '${gradeNo}', unit_type = '4' where stu_no = '${stuNo}'`)).toBe(
    'stu_unit_type_check',
  )
})

test('a unit that has students stays a class', async () => {
  await enrol(school)
  expect(await rule(`update edcunit set unit_type = '6' where unit_no = '${school.classNo}'`)).toBe('stu_unit_no_fkey')
  expect(await rule(`update edcunit set unit_type = '6' where unit_no = '${school.otherNo}'`)).toBeUndefined()
})

test('no department, unit, category or module lies below itself, however many are moved at once', async () => {
  const { entNo, gradeNo } = school
  const at = (table: string, key: string, up = 'prt_no') => ({ table, key, up })
  const trees = [at('org', 'org_no'), at('edcunit', 'unit_no'), at('rescls', 'cls_no'), at('mdl', 'mdl_code', 'prt_code')]
  for (const { table, key, up } of trees) {
    const made = {
      org: (no: string, above: string) =>
        `insert into org (ent_no, org_no, org_name, prt_no) values ('${entNo}', '${no}', '${no}', ${above});`,
      edcunit: (no: string, above: string) => unit(no, above === 'null' ? gradeNo : above.slice(1, -1), '6'),
      rescls: (no: string, above: string) =>
        `insert into rescls (ent_no, cls_no, cls_name, prt_no) values ('${entNo}', '${no}', '${no}', ${above});`,
      mdl: (no: string, above: string) =>
        `insert into mdl (mdl_code, mdl_name, tml_type, prt_code) values ('${no}', '${no}', '1', ${above});`,
    }[table] as (no: string, above: string) => string
    const three = made('N1', 'null') + made('N2', `'N1'`) + made('N3', `'N2'`)
    const move = (no: string, to: string) => `update ${table} set ${up} = '${to}' where ${key} = '${no}';`
    const circle = `${table}_${up}_cycle`
    expect(await rule(three)).toBeUndefined()
    expect(await rule(three + move('N3', 'N1'))).toBeUndefined()
    expect(await rule(three + move('N1', 'N3'))).toBe(circle)
    expect(await rule(made('N1', `'N1'`))).toBe(circle)
    // Turns two round in one statement: what counts is where they lie in the end.
    const turned = `update ${table} t set ${up} = v.up from (values ('N3', 'N1'), ('N2', 'N3')) v (no, up) where t.${key} = v.no;`
    expect(await rule(three + turned)).toBeUndefined()
    expect(await rule(three + turned.replace(`'N1')`, `'N2')`))).toBe(circle)
    // Compares at the end, as an undo does.
    const later = 'set constraints all deferred;'
    const end = 'set constraints all immediate;'
    expect(await rule(three + later + move('N1', 'N3') + end)).toBe(circle)
    expect(await rule(three + later + move('N2', 'N3') + move('N3', 'N1') + end)).toBeUndefined()
  }
})

test('of two who move departments below each other at the same time one is refused', async () => {
  const { entNo } = school
  await write(`insert into org (ent_no, org_no, org_name) values ('${entNo}', 'T1', 'T1'), ('${entNo}', 'T2', 'T2')`)
  const pool = server.services.database.pool
  const [one, other] = [await pool.connect(), await pool.connect()]
  const move = (no: string, to: string) => `update org set prt_no = '${to}' where org_no = '${no}'`
  for (const client of [one, other]) await client.query(`begin; ${settingsOf(server, { entNo })}`)
  await one.query(move('T1', 'T2'))
  const second = other.query(move('T2', 'T1')).then(
    () => undefined,
    (error: pg.DatabaseError) => error.constraint,
  )
  await one.query('commit')
  expect(await second).toBe('org_prt_no_cycle')
  await other.query('rollback')
  for (const client of [one, other]) client.release()
})

test('a circle that was left by an earlier version does not keep lists waiting', async () => {
  const lone = await makePupilSchool(server)
  const { entNo, gradeNo, classNo } = lone
  await enrol(lone)
  await server.owner.query(`begin; set local app.ent_no = '${entNo}'; alter table edcunit disable trigger user; alter table org disable trigger user;
    update edcunit set prt_no = '${classNo}' where ent_no = '${entNo}' and unit_no = '${gradeNo}';
    insert into org (ent_no, org_no, org_name) values ('${entNo}', 'R1', 'R1'), ('${entNo}', 'R2', 'R2');
    update org set prt_no = case org_no when 'R1' then 'R2' else 'R1' end where ent_no = '${entNo}' and org_no in ('R1', 'R2');
    alter table edcunit enable trigger user; alter table org enable trigger user; commit`)
  expect((await lone.admin.client.call(stu.getpage, {})).recordCount).toBe(1)
  expect((await lone.admin.client.call(stu.getexpage, {})).recordCount).toBe(1)
  await lone.admin.client.call(edcunit.gettree, {})
  await lone.admin.client.call(org.gettree, {})
})

/** Makes a student in the first class with this national number. */
const withNumber = async () => {
  const stuNo = await enrol(school)
  await school.admin.client.call(stuarch.set, { stuNo, unfStuNo: national })
  return stuNo
}

const clear = () => write(`update stuarch set unf_stu_no = null, unf_stu_no_hash = null where ent_no = '${school.entNo}'`)

test('a national number is that of one student on the roll; whoever has left keeps it, and comes back only while it is free', async () => {
  await clear()
  const { entNo } = school
  const holder = await withNumber()
  const other = await enrol(school)
  const copy = (to: string) =>
    `insert into stuarch (ent_no, stu_no, unf_stu_no, unf_stu_no_hash) select ent_no, '${to}', unf_stu_no, unf_stu_no_hash
     from stuarch where ent_no = '${entNo}' and stu_no = '${holder}';`
  const leave = (stuNo: string, stt: string) => `update stu set stt = '${stt}' where ent_no = '${entNo}' and stu_no = '${stuNo}';`
  const taken = 'stuarch_unf_stu_no_key'
  expect(await rule(copy(other))).toBe(taken)
  expect(await rule(leave(holder, '4') + copy(other))).toBe(taken)
  for (const gone of ['0', '2', '3']) {
    expect(await rule(leave(holder, gone) + copy(other))).toBeUndefined()
    expect(await rule(leave(holder, gone) + copy(other) + leave(holder, '1'))).toBe(taken)
    expect(await rule(leave(holder, gone) + copy(other) + leave(other, gone) + leave(holder, '1'))).toBeUndefined()
  }
  // Exchanges numbers in one statement.
  const exchanged = `insert into stuarch (ent_no, stu_no, unf_stu_no, unf_stu_no_hash) values ('${entNo}', '${other}', 'x', 'other');
    update stuarch a set unf_stu_no_hash = b.unf_stu_no_hash from stuarch b where a.ent_no = '${entNo}' and b.ent_no = '${entNo}'
      and (a.stu_no, b.stu_no) in (('${holder}', '${other}'), ('${other}', '${holder}'));`
  expect(await rule(exchanged)).toBeUndefined()
  const elsewhere = await makePupilSchool(server)
  const there = await enrol(elsewhere)
  await elsewhere.admin.client.call(stuarch.set, { stuNo: there, unfStuNo: national })
})

test('a student whose national number somebody else has by now is not brought back by an undo, in the words of the form', async () => {
  await clear()
  const { admin } = school
  const gone = await withNumber()
  await admin.client.call(stu.delete, { stuNo: gone })
  const removed = admin.client.lastOp
  await withNumber()
  expect(await admin.client.answer(history.undo, { op: removed })).toMatchObject({
    code: 10003,
    message: '全国学籍号已被其他班级的学生使用，不能撤销',
  })
  const third = await enrol(school)
  expect((await admin.client.answer(stuarch.set, { stuNo: third, unfStuNo: national })).message).toMatch(/^全国学籍号已被.+使用$/)
})

test('two who write the same national number at once past the check: one is told that it is taken', async () => {
  await clear()
  const { entNo, admin } = school
  const [one, other] = [await enrol(school), await enrol(school)]
  const { secret, database } = server.services
  const client = await database.pool.connect()
  await client.query(`begin; ${settingsOf(server, { entNo })}`)
  await client.query('insert into stuarch (ent_no, stu_no, unf_stu_no, unf_stu_no_hash) values ($1, $2, $3, $4)', [
    entNo,
    one,
    secret.seal(national),
    secret.hash(national),
  ])
  const answer = admin.client.answer(stuarch.set, { stuNo: other, unfStuNo: national })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await client.query('commit')
  client.release()
  expect(await answer).toMatchObject({
    code: 10003,
    message: '全国学籍号已被其他班级的学生使用',
    result: { errors: [{ field: 'unfStuNo', message: '全国学籍号已被其他班级的学生使用' }] },
  })
})

test('a merge hands the national number over, and its undo gives it back', async () => {
  await clear()
  const { admin, entNo } = school
  const [keptNo, goneNo] = [await enrol(school, { stuName: '李同名' }), await enrol(school, { stuName: '李同名' })]
  await admin.client.call(stuarch.set, { stuNo: goneNo, unfStuNo: national })
  const held = async () =>
    (await server.owner.query('select stu_no from stunat where ent_no = $1', [entNo])).rows.map(({ stu_no: no }) => no)
  expect(await held()).toEqual([goneNo])
  await admin.client.call(duplicate.merge, { keptNo, goneNo, fields: { unfStuNo: 'gone' } })
  expect(await held()).toEqual([keptNo])
  await undoLast(admin)
  expect(await held()).toEqual([goneNo])
})

test('marks and merges name students that are there, a pair once', async () => {
  const { entNo } = school
  const [one, other] = [await enrol(school), await enrol(school)].toSorted() as [string, string]
  const mark = (first: string, second: string) =>
    `insert into stunotsame (ent_no, one_no, other_no) values ('${entNo}', '${first}', '${second}');`
  expect(await rule(mark(one, other))).toBeUndefined()
  expect(await rule(mark(other, one))).toBe('stunotsame_order_check')
  expect(await rule(mark(one, one))).toBe('stunotsame_order_check')
  expect(await rule(mark(one, 'Z404'))).toBe('stunotsame_other_no_fkey')
  expect(await rule(mark('0', one))).toBe('stunotsame_one_no_fkey')
  const merge = (kept: string, gone: string) =>
    `insert into stumerge (ent_no, mrg_no, kept_no, gone_no, user_no) values ('${entNo}', 'M1', '${kept}', '${gone}', 'u');`
  expect(await rule(merge(one, other))).toBeUndefined()
  expect(await rule(merge('Z404', other))).toBe('stumerge_kept_no_fkey')
  expect(await rule(merge(one, 'Z404'))).toBe('stumerge_gone_no_fkey')
})

test('the making of a student who was only marked, or whose merge was taken back, can be undone', async () => {
  const { admin } = school
  const [one, other] = [await enrol(school), await enrol(school)]
  const made = admin.client.lastOp
  await admin.client.call(duplicate.notsame, { oneNo: one, otherNo: other })
  await admin.client.call(history.undo, { op: made })
})

test('a photo in use is a file, of whomever it is', async () => {
  const { entNo, admin } = school
  const stuNo = await enrol(school)
  const file = `insert into file (ent_no, file_no, user_no, name, type, size, sha256) values ('${entNo}', 'F1', 'u', 'a', 'png', 1, 'x');`
  const guardian = `insert into ptr (ent_no, ptr_no, ptr_name, sex, auth_tel) values ('${entNo}', 'P1', '乙', 'F', '10000000000');`
  for (const [table, key, no] of [
    ['emp', 'emp_no', admin.empNo],
    ['stu', 'stu_no', stuNo],
    ['ptr', 'ptr_no', 'P1'],
  ])
    for (const column of ['card_pht', 'face_pht']) {
      const put = `update ${table} set ${column} = 'F1' where ent_no = '${entNo}' and ${key} = '${no}';`
      const name = `${table}_${column}_fkey`
      expect(await rule(guardian + put)).toBe(name)
      expect(await rule(guardian + file + put)).toBeUndefined()
      expect(await rule(`${guardian}${file}${put} delete from file where ent_no = '${entNo}' and file_no = 'F1'`)).toBe(name)
    }
})

test('photos of a ZIP belong to people that are there, and identities to enterprises', async () => {
  const { entNo, admin } = school
  const picture = (column: string) =>
    `insert into imp_batch (ent_no, batch_no, kind, user_no, file_name, total) values ('${entNo}', 'B1', 'x', 'u', 'f', 1);
     insert into imp_pic (ent_no, batch_no, row_no, act, vals, ${column}) values ('${entNo}', 'B1', 1, 'add', 'x', 'Z404');`
  expect(await rule(picture('emp_no'))).toBe('imp_pic_emp_no_fkey')
  expect(await rule(picture('stu_no'))).toBe('imp_pic_stu_no_fkey')
  const client = await server.owner.connect()
  const identity = `insert into identity (user_no, idnt_no, ent_no, idnt_val) values ('${admin.userNo}', '030', 'Z404', 'E1');`
  expect(await refusedBy(client, '', identity)).toBe('identity_ent_no_fkey')
})

test('labels that exclude each other are not kept side by side', async () => {
  const stuNo = await enrol(school)
  const give = (wts: string) => rule(`update stu set wts = '${wts}' where stu_no = '${stuNo}'`)
  const pairs = labelGroups.flatMap(({ exclusive }) => (exclusive.length > 1 ? [exclusive.join(',')] : []))
  expect(pairs.length).toBeGreaterThan(1)
  for (const pair of pairs) {
    expect(await give(pair)).toBe('stu_wts_check')
    expect(await give(pair.split(',').toReversed().join(',11,'))).toBe('stu_wts_check')
    for (const one of pair.split(',')) expect(await give(`${one},11,31`)).toBeUndefined()
  }
})

/** Lists columns of a kind that no check of their own holds to a list of values. */
const unchecked = async (kind: string) =>
  (
    await server.owner.query(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attname ~ $1
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.convalidated and k.conkey = array[a.attnum]
           and pg_get_constraintdef(k.oid) ~ '= ANY \\(|^CHECK \\(\\(\\w+ = ') order by 1`,
      [kind],
    )
  ).rows.map(({ name }) => name)

test('every flag and every state has its values, and no others', async () => {
  expect(await unchecked('_flag$')).toEqual([])
  expect(await unchecked('(^|_)stt$')).toEqual([])
  expect(await rule(`update emp set auth_flag = '2' where emp_no = '${school.admin.empNo}'`)).toBe('emp_auth_flag_check')
  expect(await rule(`update entmdl set stt = '9'`)).toBe('entmdl_stt_check')
})

test('sex is spelt one way everywhere', async () => {
  const { rows } = await server.owner.query(
    `select distinct c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as rule from pg_class c
     join pg_attribute a on a.attrelid = c.oid and not a.attisdropped join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
     where c.relkind = 'r' and a.attname ~ '(^|_)sex$' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'act.only_sex',
    'act.sex',
    'emp.sex',
    'ptr.sex',
    'ptr_alone.sex',
    'ptr_cnt.sex',
    'stu.sex',
    'stu_alone.sex',
    'stu_cnt.sex',
    'vst.sex',
  ])
  expect(await unchecked('(^|_)sex$')).toEqual([])
  for (const { name, rule: said } of rows) if (name !== 'act.sex') expect(said).not.toContain(`'N'`)
})

test('of whom an activity is for is kept in one spelling, also where the release before writes the other', async () => {
  const { admin, entNo } = school
  const { actNo } = await admin.client.call(act.create, { ...opening, sex: 'N' })
  const kept = async () => (await server.owner.query('select sex, only_sex from act where act_no = $1', [actNo])).rows[0]
  const old = (value: string) => write(`update act set sex = ${value} where ent_no = '${entNo}' and act_no = '${actNo}'`)
  expect(await kept()).toEqual({ sex: 'N', only_sex: 'F' })
  await old(`'M'`)
  expect(await kept()).toEqual({ sex: 'M', only_sex: 'M' })
  expect(await admin.client.call(act.get, { actNo })).toMatchObject({ sex: 'M' })
  await old('null')
  expect(await kept()).toEqual({ sex: null, only_sex: null })
  await admin.client.call(act.update, { actNo, sex: 'N' })
  expect(await admin.client.call(act.get, { actNo })).toMatchObject({ sex: 'N' })
  const told = await admin.client.call(history.gettimeline, { kind: 'act', no: actNo, pageIndex: 1, pageSize: 10 })
  expect(told.datas[0]?.parts[0]?.changes).toMatchObject([{ title: '性别', before: null, after: '女' }])
  await undoLast(admin)
  expect(await kept()).toEqual({ sex: null, only_sex: null })
})
