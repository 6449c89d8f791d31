import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { clientOf } from '../../support/harness.ts'
import { calls, entNoFor, rawAnswer, recordKeysOf } from '../../support/seedSchool.ts'
import { workingInput } from '../../support/samples.ts'
import { needs, permits, reachesBelow, may } from './expected.ts'
import type { Subject, World } from './subjects.ts'

/** Describes the fault in one cell of the matrix; empty where it is right. */
export type Wrong = string

const nowhere = 'Z999999999'
const refused = JSON.stringify({ code: codes.forbidden[0], result: null, message: '没有权限进行操作' })
const ends: number[] = [codes.illegalToken[0], codes.tokenExpired[0]]
const unknownKey = { 没有的参数: '1' }

const sessionCalls = (path: string) => needs.get(path) === 'session'

/** Lists calls that ask about the caller alone, or for which no school has a record of itself. */
const withoutRecord = [
  '/user/mdl/geturl',
  '/ecb/pbcrole/getmdltree',
  '/common/user/logout',
  ...['updatepwd', 'previewjoin', 'join', 'leave', 'updatetel'].map((name) => `/user/user/${name}`),
]
// Lists the calls that find nothing for those who look after no students, or enrolled nobody.
const ofOwnStudents = ['/vam/act/getmissingpage', '/vam/reg/getcandidates', '/vam/reg/getcode', '/vam/reg/get']
const ofOneself = [
  '/ent/imp/getrows',
  '/ent/imp/getalike',
  '/ent/emp/getpic',
  '/ent/vst/get',
  '/ent/msg/get',
  '/ent/msg/getreaders',
]

// Tells whether a history is open: operations of others to reviewers; that of a record, and of a tree, to its readers.
function isHistoryOpen(path: string, column: Subject['column']): boolean {
  if (!path.startsWith('/ent/history/') || path.endsWith('/getpage')) return true
  if (column === 'nobody' || column === 'narrow') return false
  return /get(undo)?$/.test(path) ? may(column, 'history', 's') || may(column, 'history', 'r') : may(column, 'people', 'v')
}

/** Checks everything that the matrix asks of one call: who may, who may not, on their own, another's and a missing record. */
export async function cellsOf(world: World, call: Call): Promise<Wrong[]> {
  if (needs.get(call.path) === 'anybody') return []
  const wrong = [...(await endedCells(world, call))]
  for (const subject of world.subjects) wrong.push(...(await subjectCells(world, call, subject)))
  return wrong
}

async function endedCells({ server, ended, homes }: World, call: Call): Promise<Wrong[]> {
  const input = workingInput(call, homes.school.known)
  const answers = ended.map(async ({ name, token }) => {
    const { code } = await clientOf(server, token).answer(call, input)
    return ends.includes(code) ? [] : [`${call.path}：${name}得到 ${code}，应回到登录`]
  })
  return (await Promise.all(answers)).flat()
}

/** Tells whether the table, or the role made for the test, lets the subject through. */
function mayMake({ column }: Subject, path: string): boolean {
  if (sessionCalls(path)) return true
  if (column === 'nobody') return false
  if (column === 'narrow') return /^\/ent\/(org|emp|empgrp|imp|photo)\//.test(path)
  return permits(column, path)
}

// Tells whether even an operator reads only that of the own enterprise: its channels, whom it erased, and what is the caller's own.
const isOfOwnAlone = ({ path }: Call) => /^\/(ent\/(chn|erasure)|user\/(push|box|pref))\//.test(path)

// Lists calls asked about a staff list, which a right to other lists alone does not open.
const ofStaffList = ['/ent/imp/getopen', '/ent/imp/template']
// Lists what only those read who have to do with it, or look after all of it.
const ofTheirs = [
  ...[
    'getmtgmanpage',
    'getmtgsignpage',
    'getmtgqrcode',
    'getboard',
    'getclash',
    'getroomseats',
    'getminutes',
    'getminutesreadpage',
  ].map((name) => `/ent/mtg/${name}`),
  '/user/prc/get',
  '/user/tsk/getdecision',
  ...['get', 'getasked', 'getanswer', 'getanswers', 'getstatis'].map((name) => `/ent/hnd/${name}`),
  '/ent/lve/get',
]

// oxlint-disable-next-line complexity -- all that is asked of one person and one call stands in one place
async function subjectCells(world: World, call: Call, subject: Subject): Promise<Wrong[]> {
  const { server, beside, far } = world
  const { person, home, column, name } = subject
  const { token } = person.client
  const send = async (input: Record<string, unknown>) => (await rawAnswer(server, call, input, token)).text
  const own = { ...workingInput(call, home.known), ...(column === 'operator' && !isOfOwnAlone(call) ? entNoFor(call, home) : {}) }
  const missing = replacedBy(own, recordKeysOf(call, home), () => nowhere)
  const theirs = replacedBy(own, recordKeysOf(call, home), (key) => beside.known[key]?.[0])
  const wrong: Wrong[] = []
  const check = (isRight: boolean, said: string) => isRight || wrong.push(`${call.path}：${name}${said}`)

  if (!mayMake(subject, call.path)) {
    for (const input of [own, { ...own, entNo: beside.entNo }, theirs, missing].filter((one) => one !== undefined))
      check((await send(input)) === refused, '没有权限，却不是“没有权限进行操作”')
    return wrong
  }
  // Sends a key that no call knows, which is checked after the right and before the record: nothing changes.
  check(codeOf(await send({ ...own, ...unknownKey })) === codes.invalid[0], '有权限，却被拒绝')
  const reads = call.method === 'GET' && !withoutRecord.includes(call.path)
  const isOwnBatch = !ofOneself.includes(call.path) || person.empNo === home.admin.empNo
  // Tells whether the subject attends or runs the meeting, or sees everything that is handed in.
  const isNear = !ofTheirs.includes(call.path) || ['school', 'bureau', 'company'].includes(column)
  // Limits works to their school, and students to those who look after some.
  const isTheirs = column === 'school' || !(ofOwnStudents.includes(call.path) || call.path.startsWith('/vam/wrk/'))
  const isOwnKind = !ofStaffList.includes(call.path) || column === 'narrow' || column === 'nobody' || may(column, 'people', 'i')
  const isOpen = isHistoryOpen(call.path, column)
  // Leaves out who has nobody to erase in the own enterprise.
  const hasLeft = column !== 'operator' || call.path !== '/ent/erasure/get'
  if (reads && column !== 'narrow' && isOwnBatch && isNear && isTheirs && isOwnKind && isOpen && hasLeft)
    check(codeOf(await send(own)) === 0, '读不到本单位的记录')
  if (column !== 'operator' && !isNobodys(call)) {
    const foreign = await send({ ...own, entNo: beside.entNo })
    const gone = await send({ ...own, entNo: nowhere })
    check(foreign === gone && codeOf(foreign) !== 0, '读到或改到了别的企业')
  }
  const elsewhere = replacedBy(own, ['entNo'], () => beside.entNo)
  const anywhere = replacedBy(own, ['entNo'], () => nowhere)
  if (column !== 'operator' && !isNobodys(call) && elsewhere && anywhere) {
    const foreign = await send(elsewhere)
    check(foreign === (await send(anywhere)) && codeOf(foreign) !== 0, '对一批别的企业和不存在的企业回答不同')
  }
  if (theirs && missing) {
    const [foreign, gone] = [await send(theirs), await send(missing)]
    check(foreign === gone, '对别的企业的记录和不存在的记录回答不同')
    if (call.method === 'POST' && call.answers === 'envelope') check(codeOf(foreign) !== 0, '改到了别的企业的记录')
    check(!beside.canaries.some((canary) => foreign.includes(canary)), '读到了别的企业的内容')
  }
  const below = column === 'nobody' || column === 'narrow' || isNobodys(call) ? undefined : world.below[column]
  if (below && column !== 'nobody' && column !== 'narrow') {
    const reached = reachesBelow(column, call.path, call.method === 'POST')
    const answered = codeOf(await send({ ...own, ...unknownReads(call), entNo: below }))
    if (!reached) check(answered !== 0, '到了下级企业')
    else if (reads && !ofOneself.includes(call.path)) check(![codes.forbidden[0] as number].includes(answered), '到不了下级企业')
  }
  if (column === 'narrow') {
    const farther = replacedBy(own, ['empNo', 'orgNo', 'datas', 'leadEmpNo'], (key) => (key === 'orgNo' ? far.orgNo : far.empNo))
    if (farther && missing) {
      const [beyond, gone] = [
        await send(farther),
        await send(replacedBy(own, ['empNo', 'orgNo', 'datas', 'leadEmpNo'], () => nowhere) ?? missing),
      ]
      check(beyond === gone, '对范围之外的记录和不存在的记录回答不同')
      if (call.method === 'POST' && call.answers === 'envelope') check(codeOf(beyond) !== 0, '改到了范围之外的记录')
    }
    if (reads) check(!(await send(own)).includes(far.empNo), '看到了范围之外的人')
  }
  return wrong
}

// Tells whether the records are of no enterprise, or the caller's own, so that they are the same wherever they are asked.
const isNobodys = ({ place }: Call) => place === 'caller'

// Adds an unknown key to a write below, which is only sent where it must be refused.
const unknownReads = ({ method }: Call) => (method === 'POST' ? unknownKey : {})

const codeOf = (text: string): number => {
  try {
    // Treats a workbook as its own success.
    return (JSON.parse(text) as { code?: number }).code ?? 0
  } catch {
    return 0
  }
}

/** Returns the same input with every record replaced; undefined where it names none. */
export function replacedBy(input: Record<string, unknown>, keys: readonly string[], by: (key: string) => unknown) {
  let count = 0
  const walk = (value: unknown, key: string): unknown => {
    const name = keys.find((known) => key === known || key === `${known}s`)
    if (typeof value === 'string') {
      const other = name && by(name)
      if (other === undefined || other === '') return value
      count++
      return other
    }
    if (Array.isArray(value)) return [...new Set(value.map((item) => walk(item, key)))]
    if (typeof value !== 'object' || value === null || value instanceof File) return value
    return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, walk(item, inner)]))
  }
  const replaced = walk(input, '') as Record<string, unknown>
  return count > 0 ? replaced : undefined
}

/** Lists calls that are served and that the table does not know, or the other way round. */
export const unlisted = () => {
  const served = new Set(calls.map(({ path }) => path))
  return [
    ...calls.map(({ path }) => path).filter((path) => !needs.has(path)),
    ...[...needs.keys()].filter((path) => !served.has(path)),
  ]
}
