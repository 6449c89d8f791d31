import { sendDueMessage } from '#domain/messages/dueMessages.ts'
import { transaction } from '#server/database/database.ts'
import type { Ground } from './ground.ts'
import { makePerson } from './harness.ts'
import type { Known } from './samples.ts'

const toPerson = (no: string) => ({ scope: [[{ kind: 'emp', no }]] })

// Makes a draft of the seeded message, which a call sends to somebody.
async function unsentMessage({ server, entNo, empNo }: Ground): Promise<Known> {
  await server.owner.query("update msg set stt = '1', sent_tm = null where ent_no = $1", [entNo])
  await server.owner.query('delete from msgto where ent_no = $1', [entNo])
  return { ...toPerson(empNo), need: ['1'], choices: [[]], sendTm: [null] }
}

/** Prepares what the calls for messages and their jobs need. */
export const messageFixtures: Record<string, (ground: Ground) => Known | Promise<Known>> = {
  '/ent/msg/delete': unsentMessage,
  '/ent/msg/save': unsentMessage,
  '/ent/msg/send': unsentMessage,
  '/ent/msg/cancel': async ({ server, entNo }) => {
    await server.owner.query("update msg set stt = '2', send_tm = now() + interval '1 day' where ent_no = $1", [entNo])
    return {}
  },
  '/ent/msgtmpl/delete': async ({ server, entNo }) => {
    const { rows } = await server.owner.query('select tmpl_no from msgtmpl where ent_no = $1', [entNo])
    return { tmplNo: [rows[0].tmpl_no] }
  },
  '/ent/chn/set': () => ({ chnKind: ['push'], conf: [{ subject: 'mailto:c@d.cn' }], secrets: [{}], ver: [null], useFlag: ['1'] }),
  '/ent/chn/setchnord': () => ({ chnKinds: [['push']] }),
  // Tries the one whose settings say whether they are right by themselves.
  '/ent/chn/test': () => ({ chnKind: ['push'], conf: [{ subject: 'mailto:c@d.cn' }], secrets: [{}] }),
  '/ent/chn/getmatch': () => ({ chnKind: ['wecom'] }),
  '/ent/chn/match': async ({ server, entNo }) => {
    await server.owner.query("insert into chn (ent_no, chn_kind, use_flag) values ($1, 'wecom', '1') on conflict do nothing", [
      entNo,
    ])
    await server.owner.query(
      "insert into chnid (ent_no, chn_kind, idnt_val) select ent_no, 'wecom', emp_no from emp where ent_no = $1 on conflict do nothing",
      [entNo],
    )
    return { chnKind: ['wecom'] }
  },
  '/user/push/subscribe': async ({ server, entNo }) => {
    await server.owner.query("update chn set use_flag = '1' where ent_no = $1 and chn_kind = 'push'", [entNo])
    return {}
  },
  '/ent/chn/retry': ({ office }) => ({ dlvNos: [[office.dlvNo]] }),
  '/ent/msg/preview': ({ empNo }) => toPerson(empNo),
  '/ent/msg/addto': async ({ school }) => toPerson((await makePerson(school, { name: '钱老师' })).empNo),
  '/ecb/pbccfg/retryjobs': async ({ server }) => {
    const { database, jobs } = server.services
    await transaction(database.pool, {}, (db) => jobs.send(db, sendDueMessage, { entNo: '-', msgNo: '-' }))
    await server.owner.query("update pgboss.job set state = 'failed', completed_on = now() where name = $1", [
      sendDueMessage.name,
    ])
    return { name: [sendDueMessage.name] }
  },
}
