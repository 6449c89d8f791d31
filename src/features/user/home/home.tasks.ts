import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { today } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import { lastValue, nearlyUsed, usedRate } from '#contract/values/numbering.ts'
import { codegnrt } from '#features/ecb/codegnrt/codegnrt.contract.ts'
import { ent, EnterpriseState, stateChange } from '#features/ecb/ent/ent.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { importPages } from '#features/ent/stu/imports/importPages.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readOwnPhoto } from '#domain/people/ownPhoto.ts'
import { enterprisesIn } from './home.enterprises.ts'
import type { HomeFigures } from './home.figures.ts'
import { mayCall, readAsCall, readOwn } from './home.read.ts'
import { clockJumped, diskShort, nothingLeaves } from './home.machineTasks.ts'
import {
  countApplicants,
  changedMeetings,
  countProposals,
  offeredResources,
  onLeaveToday,
  openMessages,
  countWaitingVisitors,
} from './home.officeTasks.ts'
import { ownChecks, countDuplicates, schoolChecks, withoutGuardian, yearEnd } from './home.schoolTasks.ts'
import { groupedDigits, type Count, taskIfAny } from './home.task.ts'
import { PhotoState } from '#domain/people/photos.contract.ts'

/** Lists what waits for the caller, in this order; each is read only for those who may handle it. */
const kinds = [
  diskShort,
  clockJumped,
  nothingLeaves,
  ownPhoto,
  openMessages,
  ownChecks,
  changedMeetings,
  countWaitingVisitors,
  countApplicants,
  countProposals,
  offeredResources,
  onLeaveToday,
  photos,
  imports,
  yearEnd,
  schoolChecks,
  countDuplicates,
  withoutGuardian,
  uncertified,
  unfinished,
  numberRules,
]

export async function tasksOf(context: Context, figures: Promise<HomeFigures>) {
  const tasks = await Promise.all(kinds.map((find) => find(context, figures)))
  return tasks.filter((task) => task !== undefined)
}

async function ownPhoto(context: Context) {
  if (context.me.imitUserNo || !mayCall(context, emp.applyforempcardpht)) return undefined
  const own = await readOwn(context, (db, entNo) => readOwnPhoto(db, entNo, context.me.idntVal))
  if (own?.stt !== PhotoState.refused) return undefined
  return taskIfAny('ownphoto', 1, `你的证件照没有通过：${own.rsn}`, '/profile/index')
}

async function photos(context: Context) {
  if (!mayCall(context, photo.getpage, photo.pass)) return undefined
  const cnt = await readAsCall(context, photo.getpage, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from phtapply a
      left join emp e using (ent_no, emp_no) left join stu s using (ent_no, stu_no)
      left join ptr p using (ent_no, ptr_no)
      where a.ent_no = ${entNo} and a.stt = ${PhotoState.waiting} and coalesce(e.stt, s.stt, p.stt) <> ${Status.deleted}`.execute(
      db,
    )
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('photo', cnt, `${groupedDigits(cnt)} 张照片等待审核`, '/ent/photo')
}

// Links to the list of imports, a module of its own, or without it to the page on which one continues.
async function imports(context: Context) {
  if (context.me.imitUserNo || !mayCall(context, imp.getpage)) return undefined
  const cnt = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from imp_batch
      where ent_no = ${entNo} and user_no = ${context.me.userNo} and stt = '1'`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  const hasList = mayCall(context, { access: permissions('imp').view })
  const page = mayCall(context, emp.importemp) ? '/ent/emp/import' : importPages[0].path
  return taskIfAny('imp', cnt, `${groupedDigits(cnt)} 批导入还没有写入`, hasList ? '/ent/imp?impStt=1' : page)
}

// Counts the employees who are not certified.
async function uncertified(context: Context, figures: Promise<HomeFigures>) {
  if (!mayCall(context, emp.getpage, emp.auth)) return undefined
  const counts = new Map((await figures).map(({ code, cnt }) => [code, cnt]))
  const cnt = (counts.get('emp') ?? 0) - (counts.get('auth') ?? 0)
  return taskIfAny('auth', cnt, `${groupedDigits(cnt)} 名员工还没有认证，不能登录`, '/ent/emp?authFlag=0')
}

async function unfinished(context: Context) {
  if (!mayCall(context, ent.getpage, stateChange)) return undefined
  const cnt = await enterprisesIn(context, EnterpriseState.building)
  return taskIfAny(
    'ent',
    cnt,
    `${groupedDigits(cnt)} 家企业还在建设中，它们的人不能登录`,
    `/ecb/ent?stt=${EnterpriseState.building}`,
  )
}

async function numberRules(context: Context) {
  const { me, services } = context
  if (!mayCall(context, codegnrt.update) || me.entNo !== services.rootNo) return undefined
  const rules = await readOwn(context, (db) =>
    db
      .selectFrom('codegnrt')
      .select(['gnrtCode', 'prfx', 'sufx', 'fixBit', 'minVal', 'maxVal', 'rstCyc', 'curVal', 'cyc'])
      .where('stt', '<>', Status.deleted)
      .orderBy('gnrtCode')
      .execute(),
  )
  const full = rules.filter((rule) => usedRate(rule, lastValue(rule, rule, today())) >= nearlyUsed)
  const names = full.slice(0, 3).map(({ gnrtCode }) => gnrtCode)
  const text = `编号规则 ${names.join('、')}${full.length > names.length ? ` 等 ${full.length} 条` : ' '}快用完了`
  return taskIfAny('codegnrt', full.length, text, '/ecb/codegnrt')
}
