import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { Fault } from '#server/base/fault.ts'
import { readGrants } from '#server/call/grants.ts'
import { giveReason, recordLook } from '#server/history/history.ts'
import { impersonatorOf, mayImpersonate } from '#server/auth/impersonation.ts'
import { readRights } from '#server/call/rights.ts'
import { requireRow } from '#server/database/rows.ts'
import { callOf, serve } from '#server/call/serve.ts'
import { issueTicket } from '#server/call/tickets.ts'
import { recordSignIn } from '#server/auth/signIn.ts'
import type { Db } from '#server/database/database.ts'
import { reason } from './reason.contract.ts'
import { findTargets, readTarget } from './reason.reach.ts'
import { viewersOf } from './reason.who.ts'
import { actionTitle, type AskedPerson, sentenceOf, stepsTo } from './reason.why.ts'

export const reasonHandlers = serve(reason, {
  async getwhy({ entNo, empNo, mdlCode, pwrNo, path, recType, recNo }, { db }) {
    const person = await personOf(db, entNo, empNo)
    const rights = path ? rightsOf(path) : mdlCode && pwrNo ? [`${mdlCode}:${pwrNo}` as Right] : []
    const [first] = rights
    if (!first) throw new Fault('invalid', path ? '这个接口登录后就能用，不需要权限' : '请选择模块和操作')
    const grants = await readGrants(db, entNo, empNo)
    const target = recType && recNo ? await readTarget(db, entNo, recType, recNo) : undefined
    const ways = await Promise.all(
      rights.map(async (right) => ({ right, steps: await stepsTo(db, entNo, person, { grants, right, target }) })),
    )
    // Explains the right that opens the call, where several could, else the first.
    const way = ways.find(({ steps }) => steps.every(({ okFlag }) => okFlag === '1')) ?? {
      right: first,
      steps: ways[0]?.steps ?? [],
    }
    const isOpen = way.steps.every(({ okFlag }) => okFlag === '1')
    const what = await actionTitle(db, entNo, way.right)
    return { pwrFlag: isOpen ? ('1' as const) : ('0' as const), sentence: sentenceOf(person, what, way.steps), steps: way.steps }
  },

  async getwho({ entNo, recType, recNo }, { db }) {
    const target = await readTarget(db, entNo, recType, recNo)
    const { viewers, isMore } = await viewersOf(db, entNo, target)
    return { recName: target.recName, moreFlag: isMore ? ('1' as const) : ('0' as const), datas: viewers }
  },

  gettargets: ({ entNo, recType, keyWord = '' }, { db }) => findTargets(db, entNo, recType, keyWord),

  async viewas({ entNo, empNo, reason: why }, context) {
    const { db, me, origin } = context
    const person = await personOf(db, entNo, empNo)
    if (person.stt !== Status.enabled) throw new Fault('invalid', '停用的员工没有视角可看')
    if (me.imitUserNo) throw new Fault('forbidden', '已在模拟登录中，请先结束')
    // Refuses to show through impersonation what the viewer may not see.
    await mayImpersonate(context, await readRights(db, entNo, empNo), true)
    await giveReason(db, why)
    await recordLook(db, entNo, 'emp', { emp_no: empNo })
    const identity = {
      userNo: person.userNo ?? me.userNo,
      name: person.account ?? me.name,
      idntNo: person.idntNo,
      idntVal: empNo,
      entNo,
    }
    const impersonator = impersonatorOf(context, `reason:${actions.set}`, why)
    const tokenId = await issueTicket(db, identity, { ...origin, impersonator, readOnly: true }, me)
    await recordSignIn(context, { ...identity, way: 'view', result: 'ok', impersonator })
    return { tokenId, url: `/login/transitPage?tokenId=${tokenId}` }
  },
})

/** Lists the rights that open a call. */
function rightsOf(path: string): readonly Right[] {
  const call = callOf(path)
  if (!call) throw new Fault('unknownCall')
  return typeof call.access === 'string' ? [] : call.access
}

async function personOf(db: Db, entNo: string, empNo: string) {
  const { rows } = await sql<AskedPerson & { userNo: string | null; idntNo: string }>`
    select e.emp_name, e.stt, e.idnt_no, a.name as account, a.user_no from emp e
    left join identity i on i.ent_no = e.ent_no and i.idnt_val = e.emp_no
    left join account a on a.user_no = i.user_no and a.stt = '1'
    where e.ent_no = ${entNo} and e.emp_no = ${empNo} and e.stt <> ${Status.deleted}`.execute(db)
  return requireRow(rows[0])
}
