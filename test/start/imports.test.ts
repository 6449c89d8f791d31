import { writeXlsx } from 'hucre/xlsx'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import type { Client } from '../support/harness.ts'
import { idNoOf } from '../support/staffList.ts'
import { filledFolder, signIn } from './scenes.ts'
import { copyFolder, healthy, open, postmasterOf, run, stop, superuserOf } from './startup.ts'

const filled = filledFolder()

// Runs as a longer proof: KILLS=100 vitest run test/start/imports.test.ts
const kills = Number(process.env.KILLS ?? 2)
const [known, all] = [100, 500]

/** Previews a list of so many people, each in two departments, with an ID number and an entry in the archive. */
async function preview(client: Client, count: number, rem: string) {
  const heads = ['姓名', '性别', '工号', '手机', '身份证号', '民族', '部门', '备注']
  const rows = Array.from({ length: count }, (_, i) => {
    const idNo = idNoOf(`98010119900101${String(i).padStart(3, '0')}`)
    return ['高明', i % 2 ? '男' : '女', `W${i}`, String(13_900_000_000 + i), idNo, '汉族', '教务处、财务室', rem]
  })
  const file = new File([Buffer.from(await writeXlsx({ sheets: [{ name: '名册', rows: [heads, ...rows] }] }))], '名册.xlsx')
  return client.call(emp.importemp, { fileNo: (await client.call(upload.upload, { file })).fileNo })
}

async function peopleIn(dataDir: string) {
  const database = await superuserOf(dataDir)
  const { rows } = await database.query(`select work_no, rem, id_no_hash, search_text, a.ntnl,
      (select string_agg(org_name || mst_flag, ' ' order by mst_flag) from orgemp join org using (ent_no, org_no)
       where ent_no = e.ent_no and emp_no = e.emp_no) as places
    from emp e left join emparch a using (ent_no, emp_no) where stt <> '0' order by auth_tel`)
  await database.end()
  // Ignores the numbers of people, which are given anew each time.
  return rows.map(({ search_text, ...row }) => ({ ...row, search: search_text.replace(/ e\d+/, '') }))
}

test('a kill -9 at any moment of writing an import leaves all of it or nothing, and it is written or taken back after the restart', {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const dataDir = copyFolder(filled)
  let server = await open({ dataDir })
  let client = await signIn(server)
  for (const orgName of ['教务处', '财务室']) await client.call(org.create, { orgName })
  await client.call(emp.importempcreate, { batchNo: (await preview(client, known, '')).batchNo })
  const before = await peopleIn(dataDir)
  const whole = await preview(client, all, '改过')
  const began = performance.now()
  await client.call(emp.importempcreate, { batchNo: whole.batchNo })
  const duration = performance.now() - began
  const written = await peopleIn(dataDir)
  await client.call(imp.undo, { batchNo: whole.batchNo })
  expect(await peopleIn(dataDir)).toEqual(before)

  const ends = { nothing: 0, all: 0, acknowledged: 0 }
  for (let kill = 1; kill <= kills; kill++) {
    const shown = await preview(client, all, '改过')
    const { batchNo } = shown
    expect(shown).toMatchObject({ updCnt: known, addCnt: all - known, errCnt: 0 })
    const answer = client.answer(emp.importempcreate, { batchNo }).catch(() => undefined)
    await sleep(((kill - 0.5) / kills) * duration * 1.2)
    const postmaster = postmasterOf(dataDir) as number
    server.child.kill('SIGKILL')
    // Kills PostgreSQL, too, every third time.
    if (kill % 3 === 0) process.kill(postmaster, 'SIGKILL')
    await server.ended
    const acknowledged = (await answer)?.code === 0
    server = await run({ dataDir })
    await healthy(server)
    client = await signIn(server)
    const people = await peopleIn(dataDir)
    if (people.length === before.length) {
      expect(acknowledged).toBe(false)
      expect(people).toEqual(before)
      expect(await client.call(imp.getopen, { kind: 'emp' })).toEqual(shown)
      expect(await client.call(emp.importempcreate, { batchNo })).toMatchObject({ updCnt: known, addCnt: all - known })
      ends.nothing++
    } else {
      expect(people).toEqual(written)
      expect(await client.call(imp.getopen, { kind: 'emp' })).toBeNull()
      ends[acknowledged ? 'acknowledged' : 'all']++
    }
    expect(await client.answer(emp.importempcreate, { batchNo })).toMatchObject({ code: codes.batchClosed[0] })
    expect(await peopleIn(dataDir)).toEqual(written)
    await client.call(imp.undo, { batchNo })
    expect(await peopleIn(dataDir)).toEqual(before)
  }
  if (kills > 2) console.log(`${kills} kills:`, ends)
  expect(ends.nothing).toBeGreaterThan(0)
  await stop(server, dataDir)
})
