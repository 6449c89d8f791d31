import { ent } from '#features/ecb/ent/ent.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { session } from '#features/user/session/session.contract.ts'
import { userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import type { Client } from './harness.ts'

/** Reads the lines of the list that a path of the home page leads to, as its screen asks for them. */
export async function linesAt(client: Client, path: string): Promise<number> {
  const { pathname, searchParams } = new URL(path, 'http://x')
  // Leaves out what the address asks to be without a filter.
  const all = new Set([...searchParams].flatMap(([name, value]) => (value === 'all' ? [name] : [])))
  const without = <Asked extends object>(input: Asked) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !all.has(name))) as Partial<Asked>
  const asked = Object.fromEntries([...searchParams].filter(([, value]) => value !== 'all')) as object
  const countOf = ({ recordCount }: { recordCount: number }) => recordCount
  if (pathname === '/ent/emp') return countOf(await client.call(emp.getpage, { stt: '1', ...asked }))
  if (pathname === '/ent/stu')
    return countOf(await client.call(stu.getpage, { ...(!searchParams.has('stt') && { rollFlag: '1' }), ...asked }))
  if (pathname === '/ent/ptr') return countOf(await client.call(ptr.getpage, { ...without({ stt: '1' as const }), ...asked }))
  if (pathname === '/ecb/ent') return countOf(await client.call(ent.getpage, { deepFlag: '1', ...asked }))
  if (pathname === '/ent/empgrp') return countOf(await client.call(empgrp.getpage, {}))
  if (pathname === '/user/session') return countOf(await client.call(session.getpage, {}))
  if (pathname === '/ent/duplicate') return countOf(await client.call(duplicate.getlist, {}))
  // Moves the own tasks above the others for those who are not led to all.
  if (pathname === '/ent/datacheck') {
    const open = (await client.call(datacheck.gettasks)).filter(({ doneFlag }) => doneFlag === '0')
    return searchParams.has('tab') ? open.length : open.filter(({ mineFlag }) => mineFlag === '1').length
  }
  if (pathname === '/ent/photo') return countOf(await client.call(photo.getpage, {}))
  if (pathname === '/ent/imp') return countOf(await client.call(imp.getpage, asked))
  if (pathname === '/user/userlgn') return countOf(await client.call(userLgn.getlogpage, asked))
  return (await client.call(org.getlist, {})).length
}
