import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { log } from '#server/base/log.ts'
import { filled, handOut, publish } from '../../../../test/support/handOut.ts'
import { clientOf, makePerson, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { ans } from './ans.contract.ts'

let server: TestServer
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  server = await startServer({ logging: true })
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((line: unknown) => void lines.push(line as Record<string, unknown>))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})
beforeEach(() => void lines.splice(0))

/** Waits for the line of an answer, which is written after it has gone out, and returns all lines so far. */
const linesOf = async (call: string) => {
  await vi.waitFor(() => expect(lines.some((line) => line.call === call)).toBe(true))
  return lines.filter((line) => line.call === call)
}

/** Asks teachers for their opinion, fully anonymous (2) or not. */
async function askTeacher(anon?: '2') {
  const school = await makePupilSchool(server)
  const teachers = [await makePerson(school, { name: '金老师' }), await makePerson(school, { name: '木老师' })]
  const tmplNo = await publish(school, [newColumn('c1', '意见', { ctrlNo: 'text', mustFlag: '1' })], '意见征集')
  const scope = teachers.map(({ empNo }) => ({ kind: 'emp' as const, no: empNo }))
  const { hndNo } = await school.admin.client.call(hnd.handout, { title: '意见', tmplNo, scope, ...(anon && { anon }) })
  lines.splice(0)
  return { teachers, hndNo }
}

test('an answer with a name stands in the log with whoever sent it', async () => {
  const { teachers, hndNo } = await askTeacher()
  await teachers[0]?.client.call(ans.send, { hndNo, vals: { c1: '食堂太挤' } })
  expect(await linesOf(ans.send.path)).toMatchObject([{ user: teachers[0]?.userNo, code: 0 }])
})

test('an answer given fully anonymously stands in the log without anybody: no account, person or word of it', async () => {
  const { teachers, hndNo } = await askTeacher('2')
  for (const { client } of teachers) await client.call(ans.send, { hndNo, vals: { c1: '食堂太挤' } })
  await vi.waitFor(async () => expect(await linesOf(ans.send.path)).toHaveLength(2))
  for (const line of lines) {
    expect(line).toMatchObject({ call: ans.send.path, code: 0, status: 200 })
    expect(line['user']).toBeUndefined()
    const told = JSON.stringify(line)
    for (const { userNo, empNo, name } of teachers)
      for (const trace of [userNo, empNo, name, '金老师', '木老师', '食堂', hndNo]) expect(told).not.toContain(trace)
  }
})

test('an answer by the link of a notice stands in the log without the guardian, the child, the link or a word of it', async () => {
  for (const more of [{}, { anon: '2' }]) {
    const { tokenOf, school, ming } = await handOut(server, more)
    const { c2: _, ...opinion } = filled
    const token = tokenOf('王建国')
    lines.splice(0)
    await clientOf(server).call(mAns.open, { token })
    await clientOf(server).call(mAns.send, { token, vals: opinion })
    expect(await linesOf(mAns.send.path)).toMatchObject([{ code: 0 }])
    for (const line of lines) {
      expect(line['user']).toBeUndefined()
      for (const trace of [token, ming, '王建国', '王小明', '130.5', school.head.userNo])
        expect(JSON.stringify(line)).not.toContain(trace)
    }
  }
})
