import { sql } from 'kysely'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { updateRow, contractColumns, requireRow, pageOf, softDelete, setOrder } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { changeRow, insertRow } from '#server/database/tableRows.ts'
import { serve } from '#server/call/serve.ts'
import { lockPeople, mainDepartment } from '#domain/staff/staff.ts'
import { EmployeeGroup, empgrp } from './empgrp.contract.ts'
import { groupTable } from './empgrp.table.ts'

type Filter = { entNo: string; grpType?: string | undefined; stt?: string | undefined; keyWord?: string | undefined }

const wanted = contractColumns(EmployeeGroup)
const messageGroup = '1'

const groups = (db: Db, { entNo, grpType, stt, keyWord }: Filter) =>
  db
    .selectFrom('empgrp as g')
    .where('g.entNo', '=', entNo)
    .where('g.stt', stt ? '=' : '<>', stt ?? Status.deleted)
    .$if(!!grpType, (list) => list.where('g.grpType', '=', grpType as string))
    .$if(!!keyWord, (list) => list.where(matches('g', keyWord as string)))

const inOrder = (db: Db, filter: Filter) => groups(db, filter).orderBy('g.showOrd').orderBy('g.grpNo')

export const empgrpHandlers = serve(empgrp, {
  getlist: (filter, { db }) => inOrder(db, filter).select(wanted).execute(),

  getpage: ({ pageIndex, pageSize, ...filter }, { db }) =>
    pageOf(groups(db, filter).select(wanted), ['g.showOrd', 'g.grpNo'], { pageIndex, pageSize }),

  getexlist: (filter, { db }) =>
    inOrder(db, filter)
      .select(wanted)
      .select(
        sql<number>`(select count(*)::int from empgrpmbr m join emp e using (ent_no, emp_no)
          where m.ent_no = g.ent_no and m.grp_no = g.grp_no and e.stt <> ${Status.deleted})`.as('mbrCnt'),
      )
      .execute(),

  async getmbrlist({ entNo, grpNo, keyWord }, { db }) {
    requireRow(await groups(db, { entNo }).where('g.grpNo', '=', grpNo).select('g.grpNo').executeTakeFirst())
    const members = await db
      .selectFrom('empgrpmbr as m')
      .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'm.entNo').onRef('e.empNo', '=', 'm.empNo'))
      .where('m.entNo', '=', entNo)
      .where('m.grpNo', '=', grpNo)
      .where('e.stt', '<>', Status.deleted)
      .$if(!!keyWord, (list) => list.where(matches('e', keyWord as string)))
      .select(['e.empNo', 'e.empName', 'e.sex', 'e.workNo', mainDepartment('orgName'), 'e.authTel', 'e.stt'])
      .orderBy('e.empNo')
      .execute()
    // Casts the sex to the M, F and U that the table's check admits.
    return members.map((member) => ({ ...member, sex: member.sex as 'M' | 'F' | 'U', authTel: maskPhone(member.authTel) }))
  },

  getpwrmsglist: ({ entNo }, { db, me }) =>
    inOrder(db, { entNo, grpType: messageGroup, stt: Status.enabled })
      .$if(!me.rights.has(`empgrp:${actions.set}`), (list) =>
        list.where(
          sql<boolean>`exists (select 1 from empgrpmbr m where m.ent_no = g.ent_no and m.grp_no = g.grp_no and m.emp_no = ${me.idntVal})`,
        ),
      )
      .select(wanted)
      .execute(),

  async create(group, { db, number }) {
    const grpNo = await number('GRP_NO')
    const showOrd = sql<number>`(select coalesce(max(show_ord), 0) + 10 from empgrp where ent_no = ${group.entNo} and stt <> ${Status.deleted})`
    return insertRow(db, groupTable, { ...group, grpNo, showOrd }, wanted)
  },

  update: ({ entNo, grpNo, ...changes }, { db }) => changeRow(db, groupTable, { entNo, grpNo }, changes, wanted),

  delete: ({ entNo, grpNo, ver }, { db }) => softDelete(db, 'empgrp', { entNo, grpNo }, ver),

  setempgrpord: ({ entNo, empGrpOrds }, { db }) =>
    setOrder(db, 'empgrp', {
      keyName: 'grpNo',
      siblings: sql<boolean>`ent_no = ${entNo} and stt <> ${Status.deleted}`,
      orders: empGrpOrds,
    }),

  async creatembr({ entNo, grpNo, empNos }, { db }) {
    await updateRow(db, 'empgrp', { entNo, grpNo }, {}, [])
    await lockPeople(db, entNo, empNos)
    await sql`insert into empgrpmbr (ent_no, grp_no, emp_no) select ${entNo}, ${grpNo}, no from unnest(${empNos}::text[]) no
      on conflict do nothing`.execute(db)
    return null
  },

  async deletembr({ entNo, grpNo, empNos }, { db }) {
    await updateRow(db, 'empgrp', { entNo, grpNo }, {}, [])
    const gone = await db
      .deleteFrom('empgrpmbr')
      .where('entNo', '=', entNo)
      .where('grpNo', '=', grpNo)
      .where('empNo', 'in', empNos)
      .returning('empNo')
      .execute()
    if (gone.length < empNos.length) throw new Fault('notFound', '所选员工有的已不在组内，请刷新后再选')
    return null
  },
})
