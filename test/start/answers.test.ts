import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { user } from '#contract/shell/user.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import type { Client } from '../support/harness.ts'
import { filledFolder, signIn } from './scenes.ts'
import { copyFolder, healthy, open, postmasterOf, run, superuserOf } from './startup.ts'

const filled = filledFolder()

// Runs as a longer proof: KILLS=100 vitest run test/start/answers.test.ts
const kills = Number(process.env.KILLS ?? 2)

const hndNo = 'G1'

/** Hands a form of one question out to the operator, who may hand out none. */
async function handOut(dataDir: string, client: Client) {
  const { entNo, idntVal } = await client.call(user.get)
  const columns = JSON.stringify([newColumn('c1', '次数', { ctrlNo: 'number' })])
  const database = await superuserOf(dataDir)
  for (const [table, row] of [
    ['tmpl', { tmpl_no: '600000', type_no: '06', tmpl_name: '登记', stt: '2', ver_no: 1, draft: columns }],
    ['tmplver', { tmpl_no: '600000', ver_no: 1, bill_clmns: columns }],
    ['hnd', { hnd_no: hndNo, title: '登记', tmpl_no: '600000', ver_no: 1, emp_no: idntVal, stt: '2', sent_tm: new Date() }],
    ['hndto', { hnd_no: hndNo, emp_no: idntVal, stt: '1' }],
  ] as const) {
    const names = Object.keys(row)
    const places = names.map((_, i) => `$${i + 2}`)
    await database.query(`insert into ${table} (ent_no, ${names.join()}) values ($1, ${places.join()})`, [
      entNo,
      ...Object.values(row),
    ])
  }
  await database.end()
}

/** Gives the answer back, so that what is written next is a draft. */
async function giveBack(dataDir: string) {
  const database = await superuserOf(dataDir)
  await database.query("update ans set stt = '0' where hnd_no = $1", [hndNo])
  await database.query("update hndto set stt = '1', drafts = '{}' where hnd_no = $1", [hndNo])
  await database.end()
}

/** Writes one number after another until the server is gone; answers the last that was acknowledged, and the last that was sent. */
async function write(save: (value: number) => Promise<unknown>, from: number) {
  let [acknowledged, sent] = [from, from]
  for (;;) {
    sent += 1
    try {
      await save(sent)
    } catch {
      return { acknowledged, sent }
    }
    acknowledged = sent
    await sleep(15)
  }
}

test('a kill -9 while somebody writes and sends an answer loses nothing that was acknowledged, as a draft or sent', {
  timeout: 60_000 + kills * 30_000,
}, async () => {
  const dataDir = copyFolder(filled)
  let server = await open({ dataDir })
  let client = await signIn(server)
  await handOut(dataDir, client)
  let last = 0
  for (let kill = 1; kill <= kills; kill++) {
    const isDraft = kill % 2 === 1
    if (isDraft) await giveBack(dataDir)
    const writing = write((c1) => client.call(isDraft ? ans.save : ans.send, { hndNo, vals: { c1 } }), last)
    await sleep(300 + 150 * kill)
    const postmaster = postmasterOf(dataDir) as number
    server.child.kill('SIGKILL')
    // Kills PostgreSQL, too, every third time.
    if (kill % 3 === 0) process.kill(postmaster, 'SIGKILL')
    await server.ended
    const { acknowledged, sent } = await writing
    expect(acknowledged).toBeGreaterThan(last)
    server = await run({ dataDir })
    await healthy(server)
    client = await signIn(server)
    const { vals, sentTm } = await client.call(ans.open, { hndNo })
    // Admits the one that was on its way when the server went.
    expect([acknowledged, sent]).toContain(vals?.c1)
    if (!isDraft) expect(sentTm).not.toBeNull()
    last = Number(vals?.c1)
  }
})
