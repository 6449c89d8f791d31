import { sql } from 'kysely'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { fileLink } from '#server/links.ts'
import { pageOf } from '#server/rows.ts'
import { matches } from '#server/search.ts'
import { serve } from '#server/serve.ts'
import { mainDepartment } from '#server/staff.ts'
import { photo, PhotoState } from './photo.contract.ts'

type Handed = { applyNo: string; empName: string; phtType: string; cnsntFlag: string }

// The table's checks admit nothing else.
const typeOut = (kept: string) => kept as 'card' | 'face'
const flagOut = (kept: string) => kept as '0' | '1'
const stateOut = (kept: string) => kept as '1' | '2' | '3'

/** Takes applications into review: all must still wait for it. */
async function lockWaiting(db: Db, entNo: string, applyNos: readonly string[]): Promise<Handed[]> {
  const { rows } = await sql<Handed>`select a.apply_no, e.emp_name, a.pht_type, a.cnsnt_flag
    from phtapply a join emp e using (ent_no, emp_no)
    where a.ent_no = ${entNo} and a.apply_no = any(${applyNos}) and a.stt = ${PhotoState.waiting} and e.stt <> '0'
    order by a.apply_no for no key update of a, e`.execute(db)
  if (rows.length < applyNos.length) throw new Fault('notFound', '有的申请已审核、已撤回或不存在，请刷新后再审')
  return rows
}

export const photoHandlers = serve(photo, {
  async getpage({ entNo, pageIndex, pageSize, stt, phtType, keyWord }, { db, services }) {
    const list = db
      .selectFrom('phtapply as a')
      .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'a.entNo').onRef('e.empNo', '=', 'a.empNo'))
      .innerJoin('file as f', (on) => on.onRef('f.entNo', '=', 'a.entNo').onRef('f.fileNo', '=', 'a.fileNo'))
      .where('a.entNo', '=', entNo)
      .where('a.stt', '=', stt)
      .where('e.stt', '<>', '0')
      .$if(!!phtType, (one) => one.where('a.phtType', '=', phtType as string))
      .$if(!!keyWord, (one) => one.where(matches('e', keyWord as string)))
      .select(['a.applyNo', 'e.empNo', 'e.empName', mainDepartment('orgName'), 'a.phtType', 'a.fileNo', 'f.width', 'f.height'])
      .select(['a.cnsntFlag', 'a.rem', 'a.rsn', 'a.crtTm', 'a.stt', 'e.cardPht', 'e.facePht'])
      .select(({ selectFrom }) =>
        selectFrom('account as u').select('u.nickName').whereRef('u.userNo', '=', 'a.userNo').as('nickName'),
      )
    const shown = await pageOf(list, ['a.applyNo'], { pageIndex, pageSize })
    const link = (fileNo: string) => fileLink(services.secret, entNo, fileNo)
    const datas = shown.datas.map(({ fileNo, cardPht, facePht, ...row }) => {
      const old = row.phtType === 'card' ? cardPht : facePht
      return {
        ...row,
        phtType: typeOut(row.phtType),
        cnsntFlag: flagOut(row.cnsntFlag),
        stt: stateOut(row.stt),
        url: link(fileNo),
        oldUrl: old && link(old),
      }
    })
    return { ...shown, datas }
  },

  async pass({ entNo, applyNos }, { db }) {
    const handed = await lockWaiting(db, entNo, applyNos)
    const missing = handed.filter(({ phtType, cnsntFlag }) => phtType === 'face' && cnsntFlag !== '1')
    if (missing.length > 0) throw new Fault('invalid', `${missing[0]?.empName}的人脸照没有本人同意，不能通过`)
    await sql`update phtapply set stt = ${PhotoState.passed}, rsn = null where ent_no = ${entNo} and apply_no = any(${applyNos})`.execute(
      db,
    )
    for (const [type, column] of [
      ['card', 'cardPht'],
      ['face', 'facePht'],
    ])
      await sql`update emp e set ${sql.ref(column as string)} = a.file_no from phtapply a
        where a.ent_no = ${entNo} and a.apply_no = any(${applyNos}) and a.pht_type = ${type}
          and e.ent_no = a.ent_no and e.emp_no = a.emp_no`.execute(db)
    return null
  },

  async reject({ entNo, applyNos, rsn }, { db }) {
    await lockWaiting(db, entNo, applyNos)
    await sql`update phtapply set stt = ${PhotoState.refused}, rsn = ${rsn}
      where ent_no = ${entNo} and apply_no = any(${applyNos})`.execute(db)
    return null
  },
})
