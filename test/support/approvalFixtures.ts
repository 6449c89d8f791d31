import { makePerson } from './harness.ts'
import type { Ground } from './ground.ts'
import type { Known } from './samples.ts'

const filled = { vals: [{ c1: '修灯' }], chosen: [{}] }

// Makes the seeded process one of the caller's own.
async function ownProcess({ server, entNo, caller }: Ground): Promise<Known> {
  await server.owner.query('update prc set emp_no = $2 where ent_no = $1', [entNo, caller.empNo])
  return filled
}

async function returned(ground: Ground): Promise<Known> {
  const { server, entNo, empNo } = ground
  await ownProcess(ground)
  await server.owner.query("update prc set stt = '4', step_at = null where ent_no = $1", [entNo])
  await server.owner.query(
    `update flowver set steps = jsonb_set(steps, '{0,empNos}', to_jsonb(array[$2::text])) where ent_no = $1`,
    [entNo, empNo],
  )
  return filled
}

// Makes the seeded leave one of a pupil.
const ofPupil = ({ server, entNo }: Ground) =>
  server.owner.query(
    "update lve set emp_no = null, stu_no = (select min(stu_no) from stu where ent_no = $1 and stt = '1') where ent_no = $1",
    [entNo],
  )

/** Prepares what the calls for approvals need. */
export const approvalFixtures: Record<string, (ground: Ground) => Known | Promise<Known>> = {
  '/ent/flow/create': ({ office }) => ({ tmplNo: [office.unboundNo] }),
  '/ent/flow/update': ({ office }) => ({ tmplNo: [office.boundNo] }),
  '/ent/flow/publish': async ({ server, entNo }) => {
    await server.owner.query(`update flow set steps = jsonb_set(steps, '{0,stepName}', '"复核"') where ent_no = $1`, [entNo])
    return {}
  },
  '/ent/flow/setstt': () => ({ stt: ['3'] }),
  '/ent/flow/delete': async ({ server, entNo }) => {
    await server.owner.query("update prc set stt = '5', step_at = null where ent_no = $1", [entNo])
    return {}
  },
  '/ent/flow/find': () => ({ kind: ['emp'] }),
  '/ent/flow/try': ({ empNo }) => ({ ...filled, empNo: [empNo] }),
  '/user/prc/start': async ({ server, entNo, empNo }) => {
    await server.owner.query(
      `update flowver set steps = jsonb_set(steps, '{0,empNos}', to_jsonb(array[$2::text])) where ent_no = $1`,
      [entNo, empNo],
    )
    return filled
  },
  '/user/prc/save': () => filled,
  '/user/prc/cutleave': ownProcess,
  '/ent/lve/export': () => ({ span: ['week'], sDt: ['20260101'], eDt: ['20261231'], who: ['emp'], kind: ['1'], stt: ['2'] }),
  '/ent/lve/leave': async (ground) => (await ofPupil(ground), {}),
  '/ent/lve/back': async (ground) => {
    await ofPupil(ground)
    await ground.server.owner.query('update lve set left_tm = now(), left_no = $2 where ent_no = $1', [
      ground.entNo,
      ground.empNo,
    ])
    return {}
  },
  '/user/tsk/delegate': ({ empNo }) => ({ toNo: [empNo], sTm: ['20990101080000'], eTm: ['20990102080000'], flowNos: [[]] }),
  '/user/prc/reveal': () => ({ clmnNo: ['c1'] }),
  '/user/prc/resend': returned,
  '/user/prc/withdraw': ownProcess,
  '/user/prc/urge': async (ground) => {
    await ownProcess(ground)
    return {}
  },
  '/user/tsk/back': () => ({ step: [0] }),
  // Gives it to somebody else than who handed it in.
  '/user/tsk/giveon': async ({ school }) => ({ empNo: [(await makePerson(school)).empNo] }),
  '/user/tsk/addcc': ({ empNo }) => ({ empNos: [[empNo]] }),
}
