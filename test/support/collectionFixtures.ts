import type { Ground } from './ground.ts'
import type { Known } from './samples.ts'
import { portrait } from './uploads.ts'

const asked = ({ empNo, office }: Ground): Known => ({
  tmplNo: [office.formNo],
  scope: [[{ kind: 'emp', no: empNo }]],
  dueTm: [null],
})

// Makes a draft of the seeded collection, which nobody has answered.
async function draft(ground: Ground): Promise<Known> {
  const { server, entNo } = ground
  await server.owner.query('delete from hndto where ent_no = $1', [entNo])
  await server.owner.query("update hnd set stt = '1', sent_tm = null, msg_no = null where ent_no = $1", [entNo])
  return asked(ground)
}

// Lets the seeded answer be one that came by a link.
async function byLink({ server, entNo, office }: Ground): Promise<Known> {
  await server.owner.query('delete from prop where ent_no = $1', [entNo])
  await server.owner.query('update ans set emp_no = null, by_emp_no = null where ent_no = $1 and to_no = $2', [
    entNo,
    office.doneNo,
  ])
  await server.owner.query("update hndto set emp_no = null, key_hash = 'x', seq_no = 1 where ent_no = $1 and to_no = $2", [
    entNo,
    office.doneNo,
  ])
  return { toNo: [office.doneNo] }
}

const setOf =
  (columns: string) =>
  async ({ server, entNo }: Ground): Promise<Known> => {
    await server.owner.query(`update hnd set ${columns} where ent_no = $1`, [entNo])
    return {}
  }

const waiting = ({ office }: Ground): Known => ({ toNo: [office.toNo], toNos: [[office.toNo]] })
const written = { vals: [{ c1: '唱歌' }] }

const sending = async ({ office }: Ground): Promise<Known> => ({
  toNo: [office.toNo],
  clmnNo: ['c2'],
  file: [await portrait()],
})

// Gives the seeded answer a file.
async function giveFile({ server, entNo, office }: Ground): Promise<Known> {
  await server.owner.query(
    "insert into ansfile select ent_no, file_no, $2, 'c1', 'x', '1' from file where ent_no = $1 limit 1 on conflict do nothing",
    [entNo, office.doneNo],
  )
  return {}
}

/** Prepares what the calls for collections need. */
export const collectionFixtures: Record<string, (ground: Ground) => Known | Promise<Known>> = {
  '/ent/hnd/preview': asked,
  '/ent/hnd/save': draft,
  '/ent/hnd/handout': draft,
  '/ent/hnd/delete': draft,
  '/ent/hnd/reopen': async ({ server, entNo }) => {
    await server.owner.query("update hnd set stt = '3' where ent_no = $1", [entNo])
    return { dueTm: [null] }
  },
  '/ent/hnd/stoprepeat': setOf("rpt = '1'"),
  '/ent/hnd/renewlink': setOf("opn_flag = '1'"),
  '/ent/hnd/discard': byLink,
  '/ent/prop/takeback': async ({ server, entNo, empNo }) => {
    await server.owner.query("update prop set stt = '2', done_tm = now() where ent_no = $1", [entNo])
    await server.owner.query(
      `insert into emparch (ent_no, emp_no, hobby) select ent_no, emp_no, val from prop where ent_no = $1 and emp_no = $2
        on conflict (ent_no, emp_no) do update set hobby = excluded.hobby`,
      [entNo, empNo],
    )
    return {}
  },
  '/ent/hnd/exempt': (ground) => ({ ...waiting(ground), exmFlag: ['1'] }),
  '/ent/hnd/proxy': (ground) => ({ ...waiting(ground), ...written }),
  '/ent/hnd/remind': async ({ server, entNo }) => {
    await server.owner.query("update msg set need = '5' where ent_no = $1", [entNo])
    return {}
  },
  '/ent/hnd/giveback': ({ office }) => ({ toNo: [office.doneNo], why: ['请写全'] }),
  '/ent/hnd/getproxy': waiting,
  '/ent/hnd/reveal': ({ office }) => ({ toNo: [office.doneNo], clmnNo: ['c1'] }),
  '/ent/hnd/getanswer': ({ office }) => ({ toNo: [office.doneNo] }),
  '/ent/hnd/upload': sending,
  '/ent/hnd/exportfiles': giveFile,
  '/user/ans/upload': sending,
  '/user/ans/save': () => written,
  '/user/ans/send': () => written,
}
