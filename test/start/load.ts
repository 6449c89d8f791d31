import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import type { Client } from '../support/harness.ts'
import { clientOn } from './scenes.ts'
import type { Run } from './startup.ts'

/** Begins something so many times a second for so long, whether or not what was begun before has ended; waits for all of it. */
export async function atRate(perSecond: number, seconds: number, work: (at: number) => Promise<unknown>) {
  const under = new Set<Promise<unknown>>()
  const began = performance.now()
  for (let at = 0; at < perSecond * seconds; at++) {
    await sleep(Math.max(0, (at / perSecond) * 1000 - (performance.now() - began)))
    const one: Promise<unknown> = work(at).finally(() => under.delete(one))
    under.add(one)
  }
  await Promise.all(under)
}

const demoPassword = 'Campus2026'

export const signInAs = async (server: Run, name: string): Promise<Client> =>
  clientOn(server, (await clientOn(server).call(signin.login, { name, pwd: demoPassword })).token)

/** Runs an office day on the demo data, in its usual proportions; each work leaves as much as it found. */
export function officeDay(server: Run, { company, school }: { company: Client; school: Client }) {
  const list = (at: number) => company.call(emp.getpage, { pageIndex: (at % 100) + 1, pageSize: 20 })
  const search = (at: number) => company.call(emp.getpage, { keyWord: ['陈', '王芳', 'lx', '00'][at % 4] as string })
  const write = async () => {
    const { grpNo, ver } = await school.call(empgrp.create, { grpName: randomUUID().slice(0, 30), grpType: '1' })
    await school.call(empgrp.update, { grpNo, ver, des: '值班' })
    await school.call(empgrp.delete, { grpNo })
  }
  const send = () => school.call(upload.upload, { file: new File([randomBytes(30_000).toString('hex')], '通知.txt') })
  const sign = async () => {
    const client = await signInAs(server, 'school')
    await client.call(user.get)
    await client.call(signin.logout)
  }
  const exported = () => school.call(emp.export, {})
  const tree = () => company.call(org.getlist, {})
  const mix = [
    list,
    search,
    list,
    write,
    list,
    search,
    list,
    sign,
    list,
    search,
    list,
    send,
    list,
    tree,
    list,
    search,
    list,
    write,
  ]
  return (at: number) => (at % 100 === 50 ? exported() : (mix[at % mix.length] as (at: number) => Promise<unknown>)(at))
}
