import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldVisits } from '#domain/visits/visitRemoval.ts'
import { clientOf, startServer, type TestServer, unrecorded } from '../../../../test/support/harness.ts'
import { closeAfterFiles, portrait } from '../../../../test/support/uploads.ts'
import { enter, type Gate, makeGate, register, withPictures } from '../../../../test/support/visits.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { mVisit } from '../../m/visit/visit.contract.ts'
import { vst } from './vst.contract.ts'

let server: TestServer
let gate: Gate
beforeAll(async () => {
  server = await startServer()
  gate = await makeGate(server)
  await withPictures(gate)
})
afterAll(() => closeAfterFiles(server))

/** Lists the tables in which any of these texts stands, anywhere in a row. */
async function holding(texts: string[]): Promise<string[]> {
  const { rows } = await server.owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const found: string[] = []
  for (const { relname } of rows) {
    const { rows: hits } = await server.owner.query(`select from ${relname} t where t::text like any($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ])
    if (hits.length > 0) found.push(relname)
  }
  return found.sort()
}

const age = (vstNo: string, days: number) =>
  server.owner.query(
    `update vst set plan_s_dt = plan_s_dt - make_interval(days => $2), plan_e_dt = plan_e_dt - make_interval(days => $2) where vst_no = $1`,
    [vstNo, days],
  )

const vstNoOf = async (keyWord: string) =>
  (await gate.admin.client.call(vst.getvstnoteteampage, { keyWord })).datas[0]?.vstNo as string

test('after the days that the school keeps them nothing of a visitor is left, and younger ones stay', async () => {
  const file = new File([await (await portrait()).arrayBuffer()], '金丝雀照.jpg')
  const { fileNo } = await clientOf(server).call(mVisit.upload, { code: gate.code, file })
  const picture = { c50: [{ fileNo, name: '金丝雀照.jpg', size: 1 }] }
  const mates = { c8: [{ c1: '金丝雀友', c2: '13700009998' }] }
  await register(server, gate, { c1: '金丝雀客', c2: '13700009999', c4: '金丝雀事', ...mates, ...picture })
  await register(server, gate, { c1: '年轻访客', c8: [{ c1: '年轻友' }] })
  const [old, young] = [await vstNoOf('金丝雀客'), await vstNoOf('年轻访客')]
  for (const vstNo of [old, young]) await gate.admin.client.call(vst.reject, { vstNo, answer: '金丝雀不在' })
  await age(old, 91)
  await age(young, 89)
  const canaries = ['金丝雀客', '金丝雀友', '金丝雀事', '金丝雀照', '13700009999', '13700009998', 'jinsiqueke']
  expect(await holding(canaries)).toEqual(['file', 'history', 'msg', 'vst', 'vstmate'])
  const path = join(server.services.files.root, gate.school.entNo, fileNo)
  expect(existsSync(path)).toBe(true)
  await removeOldVisits(server.services)
  expect(await holding(canaries)).toEqual([])
  expect(existsSync(path)).toBe(false)
  expect(await holding([young])).toContain('vst')
  // Checks that history alone keeps the visit, by its number.
  expect(await holding([old])).toEqual(['history'])
})

test('a school that keeps them for a week has them for a week', async () => {
  await register(server, gate, { c1: '七日访客', c8: [{ c1: '七日友' }] })
  const vstNo = await vstNoOf('七日访客')
  await age(vstNo, 8)
  await server.owner.query(`insert into entcfg (ent_no, cfg_code, cur_val) values ($1, 'VST_KEEP', '7')`, [gate.school.entNo])
  await removeOldVisits(server.services)
  expect(await holding(['七日访客', '七日友'])).toEqual([])
})

const send = async () => (await clientOf(server).call(mVisit.upload, { code: gate.code, file: await portrait() })).fileNo

test('a file that no visit holds goes after a day', async () => {
  const [stray, fresh] = [await send(), await send()]
  await unrecorded(server, 'file', `update file set crt_tm = now() - interval '25 hours' where file_no = $1`, [stray])
  await removeOldVisits(server.services)
  const { rows } = await server.owner.query('select file_no from file where file_no = any($1)', [[stray, fresh]])
  expect(rows).toEqual([{ file_no: fresh }])
})

const picture = (fileNo: string) => ({ c50: [{ fileNo, name: '照片.jpg', size: 1 }] })

test('of a visit that was undone nothing is left, either, nor of those who would have come along', async () => {
  const { admin } = gate
  const { fileNo } = await admin.client.call(upload.upload, { file: await portrait() })
  const mates = { c8: [{ c1: '撤销友', c2: '13700008888', c3: '110105199003074610' }] }
  const vstNo = await enter(gate, { c1: '撤销客', ...mates, ...picture(fileNo) })
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  await age(vstNo, 91)
  expect(await holding(['撤销客', '撤销友', '13700008888', fileNo])).toEqual(['file', 'history', 'msg', 'vst'])
  await removeOldVisits(server.services)
  expect(await holding(['撤销客', '撤销友', '13700008888'])).toEqual([])
  expect(existsSync(join(server.services.files.root, gate.school.entNo, fileNo))).toBe(false)
})

test('a file that something else has come to use stays, and holds up no removal', async () => {
  await register(server, gate, { c1: '占用访客', ...picture(await send()) })
  const { datas } = await gate.admin.client.call(vst.getvstnotepersonalpage, { keyWord: '占用访客' })
  const vstNo = datas[0]?.vstNo as string
  const { rows } = await server.owner.query('select file_no from file where vst_no = $1', [vstNo])
  await server.owner.query(
    `insert into phtapply (ent_no, apply_no, emp_no, pht_type, file_no, user_no) values ($1, 'L-used', $2, 'card', $3, 'U')`,
    [gate.school.entNo, gate.host.empNo, rows[0].file_no],
  )
  await age(vstNo, 91)
  await removeOldVisits(server.services)
  expect(await holding(['占用访客'])).toEqual([])
  const left = await server.owner.query('select vst_no from file where file_no = $1', [rows[0].file_no])
  expect(left.rows).toEqual([{ vst_no: null }])
})
