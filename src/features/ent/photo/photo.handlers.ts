import { sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type PhotoKind, photoKinds, PhotoState } from '#domain/people/photos.contract.ts'
import { tellOfEvent } from '#domain/messages/events.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { fileLink } from '#server/files/links.ts'
import { checkFace, photoOwners } from '#domain/people/photos.ts'
import { pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { childrenOfGuardian } from '#domain/guardians/guardians.ts'
import { mainDepartment } from '#domain/staff/staff.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { photo } from './photo.contract.ts'
import './photo.table.ts'

type Handed = {
  applyNo: string
  empNo: string | null
  name: string
  owner: keyof typeof photoOwners
  phtType: PhotoKind
  cnsntFlag: string
}

// Casts the type to those that the table's checks admit.
const typeOut = (kept: string) => kept as PhotoKind
const flagOut = (kept: string) => kept as '0' | '1'
const stateOut = (kept: string) => kept as '1' | '2' | '3'

const isThere = sql<SqlBool>`coalesce(e.stt, s.stt, p.stt) <> ${Status.deleted}`

/** Takes applications into review: all must still wait for it. Whoever they are of is locked with them. */
async function lockWaiting(db: Db, entNo: string, applyNos: readonly string[]): Promise<Handed[]> {
  const { rows: locked } = await sql<{ applyNo: string }>`select apply_no from phtapply where ent_no = ${entNo}
    and apply_no = any(${applyNos}) and stt = ${PhotoState.waiting} order by apply_no for no key update`.execute(db)
  for (const { table, key } of Object.values(photoOwners))
    await sql`select from ${sql.table(table)} where ent_no = ${entNo} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from phtapply where ent_no = ${entNo} and apply_no = any(${applyNos}))
      order by ${sql.ref(key)} for no key update`.execute(db)
  const { rows } = await sql<Handed>`select a.apply_no, a.emp_no, coalesce(e.emp_name, s.stu_name, p.ptr_name) as name,
      case when a.emp_no is not null then 'emp' when a.stu_no is not null then 'stu' else 'ptr' end as owner, a.pht_type, a.cnsnt_flag
    from phtapply a left join emp e using (ent_no, emp_no) left join stu s using (ent_no, stu_no)
      left join ptr p using (ent_no, ptr_no)
    where a.ent_no = ${entNo} and a.apply_no = any(${locked.map(({ applyNo }) => applyNo)}) and ${isThere} order by a.apply_no`.execute(
    db,
  )
  if (rows.length < applyNos.length) throw new Fault('notFound', '有的申请已审核、已撤回或不存在，请刷新后再审')
  return rows
}

export const photoHandlers = serve(photo, {
  async getpage({ entNo, pageIndex, pageSize, stt, phtType, owner, keyWord }, { db, services }) {
    const list = db
      .selectFrom('phtapply as a')
      .leftJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'a.entNo').onRef('e.empNo', '=', 'a.empNo'))
      .leftJoin('stu as s', (on) => on.onRef('s.entNo', '=', 'a.entNo').onRef('s.stuNo', '=', 'a.stuNo'))
      .leftJoin('ptr as p', (on) => on.onRef('p.entNo', '=', 'a.entNo').onRef('p.ptrNo', '=', 'a.ptrNo'))
      .innerJoin('file as f', (on) => on.onRef('f.entNo', '=', 'a.entNo').onRef('f.fileNo', '=', 'a.fileNo'))
      .where('a.entNo', '=', entNo)
      .where('a.stt', '=', stt)
      .where(isThere)
      .$if(!!phtType, (one) => one.where('a.phtType', '=', phtType as string))
      .$if(!!owner, (one) => one.where(`a.${photoOwners[owner as keyof typeof photoOwners].key}`, 'is not', null))
      .$if(!!keyWord, (one) =>
        one.where(
          sql<SqlBool>`(${sql.join(
            ['e', 's', 'p'].map((table) => matches(table, keyWord as string)),
            sql` or `,
          )})`,
        ),
      )
      .select(['a.applyNo', 'a.phtType', 'a.fileNo', 'f.width', 'f.height', 'a.cnsntFlag', 'a.cnsntBy', 'a.rem', 'a.rsn'])
      .select(['a.crtTm', 'a.stt', 'e.empNo', 'e.empName', mainDepartment('orgName')])
      .select(['s.stuNo', 's.stuName', unitNameOf.as('unitName')])
      .select(['p.ptrNo', 'p.ptrName', childrenOfGuardian.as('stuNames')])
      .select([
        sql<string | null>`case a.pht_type when 'card' then coalesce(e.card_pht, s.card_pht, p.card_pht)
        else coalesce(e.face_pht, s.face_pht, p.face_pht) end`.as('oldNo'),
      ])
      .select(({ selectFrom }) =>
        selectFrom('account as u').select('u.nickName').whereRef('u.userNo', '=', 'a.userNo').as('nickName'),
      )
    const shown = await pageOf(list, ['a.applyNo'], { pageIndex, pageSize })
    const link = (fileNo: string) => fileLink(services.secret, entNo, fileNo)
    const datas = shown.datas.map(({ fileNo, oldNo, ...row }) => ({
      ...row,
      phtType: typeOut(row.phtType),
      cnsntFlag: flagOut(row.cnsntFlag),
      stt: stateOut(row.stt),
      url: link(fileNo),
      oldUrl: oldNo && link(oldNo),
    }))
    return { ...shown, datas }
  },

  async pass({ entNo, applyNos }, context) {
    const { db } = context
    const handed = await lockWaiting(db, entNo, applyNos)
    // Refuses faces that were submitted before the enterprise ceased to store them.
    const face = handed.find(({ phtType }) => phtType === 'face')
    if (face) await checkFace(db, entNo, { sets: false, cnsntFlag: face.cnsntFlag, owner: photoOwners[face.owner] })
    const missing = handed.find(({ phtType, cnsntFlag }) => phtType === 'face' && cnsntFlag !== '1')
    if (missing) throw new Fault('invalid', `${missing.name}的人脸照没有${photoOwners[missing.owner].consents}同意，不能通过`)
    await sql`update phtapply set stt = ${PhotoState.passed}, rsn = null where ent_no = ${entNo} and apply_no = any(${applyNos})`.execute(
      db,
    )
    for (const { table, key } of Object.values(photoOwners))
      for (const [type, { field }] of Object.entries(photoKinds))
        await sql`update ${sql.table(table)} o set ${sql.ref(field)} = a.file_no from phtapply a
          where a.ent_no = ${entNo} and a.apply_no = any(${applyNos}) and a.pht_type = ${type}
            and o.ent_no = a.ent_no and ${sql.ref(`o.${key}`)} = ${sql.ref(`a.${key}`)}`.execute(db)
    await tellOwners(context, entNo, handed, { result: '已通过审核' })
    return null
  },

  async reject({ entNo, applyNos, rsn }, context) {
    const { db } = context
    const handed = await lockWaiting(db, entNo, applyNos)
    await sql`update phtapply set stt = ${PhotoState.refused}, rsn = ${rsn}
      where ent_no = ${entNo} and apply_no = any(${applyNos})`.execute(db)
    await tellOwners(context, entNo, handed, { result: '没有通过审核', body: `原因：${rsn}` })
    return null
  },
})

// Tells employees what became of their photos; those of pupils and guardians are handed in by members of staff.
async function tellOwners(
  context: Context,
  entNo: string,
  handed: readonly Handed[],
  { result, body = '' }: { result: string; body?: string },
) {
  const own = handed.flatMap(({ applyNo, empNo, phtType }) => (empNo ? [{ applyNo, empNo, phtType }] : []))
  for (const [phtType, some] of Map.groupBy(own, (one) => one.phtType))
    await tellOfEvent(context, {
      entNo,
      evt: 'photodone',
      title: `你的${photoKinds[phtType].name}${result}`,
      body,
      empNos: some.map(({ empNo }) => empNo),
      about: { type: 'own', no: some[0]?.applyNo ?? '' },
    })
}
