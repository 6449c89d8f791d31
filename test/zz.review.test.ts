import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#features/common/user/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { imp } from '#features/ent/imp/imp.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { reason } from '#features/ent/reason/reason.contract.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { prefer } from '#features/user/prefer/prefer.contract.ts'
import { draft } from '#features/user/draft/draft.contract.ts'
import { user } from '#features/user/user/user.contract.ts'
import { userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { asOwner, clientOf, makePerson, makeSchool, startServer, type Person, type TestServer } from './harness.ts'
import { makeOperator, workbook } from './planted.ts'
import { closeAfterFiles, fetchFile, portrait } from './uploads.ts'

let server: TestServer
beforeAll(async () => { server = await startServer({ checkOutput: false }) })
afterAll(() => closeAfterFiles(server))
const log = (...a: unknown[]) => console.log('ZZ', ...a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)))

async function grant({ entNo, empNo }: Person, rights: [string, string][], item = '1', data?: [string, 'org' | 'ent'], tag = '') {
  const roleNo = `Z${tag}-${empNo}`
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('role').values({ entNo, roleNo, roleName: roleNo, roleItem: item }).execute()
    for (const [mdlCode, pwrNo] of rights) await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode, pwrNo }).execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    if (data) await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: data[0], dataType: data[1] }).execute()
  })
}
const viewAs = async (by: Person, empNo: string) => {
  const { tokenId } = await by.client.call(reason.viewas, { empNo, reason: '看看' })
  return clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
}
const act = async (by: Person, p: Person, writeFlag: '0' | '1' = '1') => {
  const { tokenId } = await by.client.call(account.imitate, { userNo: p.userNo, idntNo: p.idntNo, idntEntNo: p.entNo, reason: '核对', writeFlag })
  return clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
}

test('1 photo through viewas without emp right', async () => {
  const school = await makeSchool(server)
  const target = await makePerson(school, { name: '李娜' })
  const { fileNo } = await school.admin.client.call(upload.upload, { file: await portrait() })
  await server.owner.query('update emp set card_pht = $1 where emp_no = $2', [fileNo, target.empNo])
  const viewer = await makePerson(school)
  await grant(viewer, [['reason', '000004'], ['reason', '000005']])
  log('1 getex', (await viewer.client.answer(emp.getex, { empNo: target.empNo })).code)
  const eyes = await viewAs(viewer, target.empNo)
  const got = await eyes.answer(user.getphoto)
  log('1 getphoto', got)
  const link = (got.result as any)?.cardPht
  if (link) log('1 file', (await fetchFile(server, link)).status)
})

test('2 imports, refused photo, charts, prefs told while imitating', async () => {
  const operator = await makeOperator(server)
  const school = await makeSchool(server)
  const p = school.admin
  const { fileNo } = await p.client.call(upload.upload, { file: await workbook('张三') })
  await p.client.call(emp.importemp, { fileNo })
  await p.client.call(emp.applyforempcardpht, { empNo: p.empNo, cardPht: (await p.client.call(upload.upload, { file: await portrait() })).fileNo })
  const applyNos = (await p.client.call(photo.getpage, {})).datas.map(({ applyNo }) => applyNo)
  await p.client.call(photo.reject, { applyNos, rsn: '私下的话' })
  const actor = await act(operator, p)
  log('2 imp.getpage', (await actor.answer(imp.getpage, {})).code, 'log', (await actor.answer(userLgn.getlogpage, {})).code)
  log('2 tasks', (await actor.call(home.get)).tasks)
  log('2 charts', (await actor.call(home.getcharts)).signIns?.slice(-1))
  // undo of the nickname
  await p.client.call(user.updatenickname, { nickName: '新名' })
  const op = p.client.lastOp
  const undo = (await import('#features/ent/history/history.contract.ts').catch(() => undefined)) as any
  log('2 undo contract', undo ? Object.keys(undo) : 'none')
  void op
})

test('3 prefs of another enterprise through limited operator', async () => {
  const near = await makeSchool(server), far = await makeSchool(server, { idntNo: '010' })
  const p = await makePerson(near)
  await asOwner(server, far.entNo, async (db) => {
    await db.deleteFrom('identity').where('idntVal', '=', far.admin.empNo).execute()
    await db.insertInto('identity').values({ userNo: p.userNo, idntNo: '010', entNo: far.entNo, idntVal: far.admin.empNo }).execute()
  })
  const { accessToken } = await p.client.call(user.switch, { idntNo: '010', entNo: far.entNo, idntVal: far.admin.empNo })
  await clientOf(server, accessToken).call(prefer.set, { name: 'views /ent/emp', val: JSON.stringify({ list: [{ name: '待辞退的人', search: '?orgNo=O-FAR', columns: {} }] }) })
  const actor = await viewAs(near.admin, p.empNo)
  log('3', await actor.answer(prefer.getlist))
})

test('4 sizes', async () => {
  const school = await makeSchool(server)
  const p = await makePerson(school)
  const val = JSON.stringify('长'.repeat(19_990))
  const start = performance.now()
  for (let i = 0; i < 300; i += 10)
    await Promise.all(Array.from({ length: 10 }, (_, k) => p.client.call(prefer.set, { name: `p${i + k}`, val })))
  log('4 set ms', Math.round(performance.now() - start))
  const fetchIt = () => fetch(server.url + '/api/services/user/prefer/getlist', { headers: { authorization: `Bearer ${p.client.token}` } })
  const one = performance.now()
  log('4 bytes', (await (await fetchIt()).arrayBuffer()).byteLength, 'ms', Math.round(performance.now() - one))
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const many = performance.now()
  const waits: number[] = []
  let done = false
  const other = (async () => { while (!done) { const s = performance.now(); await fetch(server.url + '/healthz'); waits.push(performance.now() - s) } })()
  await Promise.all(Array.from({ length: 40 }, async () => { const r = await fetchIt(); for await (const _ of r.body as any); }))
  done = true; await other; clearInterval(timer)
  log('4 40 at once ms', Math.round(performance.now() - many), 'rss MB', Math.round(before / 2 ** 20), '->', Math.round(peak / 2 ** 20), 'longest healthz', Math.round(Math.max(...waits)))
  const d = '长'.repeat(200_000)
  for (let i = 0; i < 5; i++) await p.client.call(draft.set, { name: `d${i}`, val: d })
  log('4 draft bytes of five', (await server.owner.query('select sum(octet_length(sealed)) n from draft where user_no = $1', [p.userNo])).rows)
}, 60_000)

test('5 draft burst', async () => {
  const p = await makePerson(await makeSchool(server))
  await server.owner.query(`insert into draft select $1, $2, 'f' || i, 'x', now() - interval '8 days' from generate_series(1, 100) i`, [p.entNo, p.userNo])
  const q = await makePerson({ entNo: p.entNo, orgNo: (await server.owner.query('select org_no from org where ent_no=$1', [p.entNo])).rows[0].org_no, server } as any)
  const out = await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? p : q).client.answer(draft.set, { name: `n${i}`, val: '{}' })))
  log('5 codes', [...new Set(out.map(({ code }) => code))])
  const p2 = await Promise.all(Array.from({ length: 150 }, (_, i) => p.client.answer(draft.set, { name: `m${i}`, val: '{}' })))
  log('5b', [...new Set(p2.map(({ code }) => code))], (await server.owner.query('select count(*) from draft where user_no = $1', [p.userNo])).rows)
})

test('6 names', async () => {
  const p = await makePerson(await makeSchool(server))
  for (const name of ['__proto__', 'constructor', 'a\n', 'columns ../..']) log('6', name, (await p.client.answer(prefer.set, { name, val: '{"__proto__":{"x":1}}' })).code)
  log('6', await p.client.call(prefer.getlist), (({} as any).x) ?? 'clean')
  log('6 theme', (await p.client.answer(prefer.set, { name: 'look', val: '{"theme":{"a":1}}' })).code)
})

test('7 own department: tel with emp:view only / org limited', async () => {
  const school = await makeSchool(server)
  await school.admin.client.call(org.updateandleademp, { orgNo: school.orgNo, tel: '010-62345678', leadEmpNos: [school.admin.empNo] })
  const far = (await school.admin.client.call(org.create, { orgName: '语文组' })).orgNo
  const p = await makePerson(school)
  await grant(p, [['emp', '000004']])
  log('7 emp only: getwithleademp', (await p.client.answer(org.getwithleademp)).code, (await p.client.call(home.get)).departments)
  const q = await makePerson(school)
  await grant(q, [['emp', '000004']], '1', undefined, 'a')
  await grant(q, [['org', '000004']], '3', [far, 'org'], 'b')
  log('7 org limited: list', ((await q.client.answer(org.getlist)).result as any[])?.map((o) => o.orgName), (await q.client.call(home.get)).departments)
})

test('8 entemp against list', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const a = await makeSchool(server, { prtNo: bureau.entNo }), b = await makeSchool(server, { prtNo: bureau.entNo })
  await makePerson(a); await makePerson(b); await makePerson(b)
  const { orgNo } = await bureau.admin.client.call(org.create, { orgName: '科' })
  const cases: [string, string, [string, 'org' | 'ent'] | undefined][] = [['whole', '1', undefined], ['ent a', '1', [a.entNo, 'ent']], ['org', '3', [orgNo, 'org']]]
  for (const [name, item, data] of cases) {
    const p = await makePerson(bureau, { idntNo: '020' })
    await grant(p, [['ent', '000004']], item, data)
    const list = (await p.client.call(ent.getpage)).datas.map(({ entNo, empCnt }: any) => [entNo === bureau.entNo ? 'own' : entNo === a.entNo ? 'a' : 'b', empCnt])
    log('8', name, list, (await p.client.call(home.get)).figures.filter(({ code }) => /ent|school/.test(code)), (await p.client.answer(ent.getstatis)).result)
  }
})
