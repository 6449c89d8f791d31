import { createServer } from 'node:http'
import pg from 'pg'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import { sexOut } from '#contract/values/sex.ts'

// Serves the same pages from node:http and pg alone: their two statements, outside any transaction, without session, rights or
// log.
const [, , url = ''] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c TimeZone=Asia/Shanghai' })
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value.replaceAll('-', ''))
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value.slice(0, 19).replace(/\D/g, ''))

type Person = { sex: string; authTel: string; idNo: string | null; called: { name: string }[]; wts: string | null }
/** Describes a list; `count`: how its rows are counted, where that is kept. */
type List = { columns: string; from: string; order: string; count?: string; out(row: Person): unknown }

const lists: Record<string, List> = {
  '/empgrp': {
    columns: `grp_no as "grpNo", ent_no as "entNo", grp_name as "grpName", grp_type as "grpType", des, show_ord as "showOrd", stt,
      upd_tm as "updTm", ver`,
    from: 'from empgrp as t where t.ent_no = $1 and t.stt <> $2',
    order: 't.show_ord, t.grp_no',
    out: (row) => row,
  },
  '/emp': {
    columns: `emp_no as "empNo", ent_no as "entNo", idnt_no as "idntNo", emp_name as "empName", sex, work_no as "workNo",
      (select d.org_no from orgemp o join org d using (ent_no, org_no) where o.ent_no = t.ent_no and o.emp_no = t.emp_no and o.mst_flag = '1') as "orgNo",
      (select d.org_name from orgemp o join org d using (ent_no, org_no) where o.ent_no = t.ent_no and o.emp_no = t.emp_no and o.mst_flag = '1') as "orgName",
      auth_tel as "authTel", auth_flag as "authFlag", id_no as "idNo", brth, rem, stt, upd_tm as "updTm", ver`,
    from: 'from emp as t where t.ent_no = $1 and t.stt <> $2',
    order: 't.emp_no',
    out: (row) => ({
      ...row,
      sex: sexOut(row.sex),
      authTel: maskPhone(row.authTel),
      idNo: row.idNo && hiddenNumber,
    }),
  },
  '/stu': {
    columns: `stu_no as "stuNo", ent_no as "entNo", stu_name as "stuName", sex, unit_no as "unitNo", stdy_no as "stdyNo",
      auth_tel as "authTel", auth_flag as "authFlag", id_no as "idNo", brth, wts, rem, lv_dt as "lvDt", lv_rsn as "lvRsn", stt, upd_tm as "updTm", ver,
      (select case u.wait_flag when '1' then coalesce(g.unit_name, '') else '' end || u.unit_name
        from edcunit u left join edcunit g on g.ent_no = u.ent_no and g.unit_no = u.prt_no
        where u.ent_no = t.ent_no and u.unit_no = t.unit_no) as "unitName",
      coalesce((select i.chn_name from info i where i.type_code = 'SEX' and i.info_no = case t.sex when 'F' then 'N' else t.sex end), '') as "sexName",
      coalesce((select i.chn_name from info i where i.type_code = 'STU_STT' and i.info_no = t.stt), '') as "sttName",
      (select coalesce(jsonb_agg(jsonb_build_object('name', p.ptr_name) order by l.prior, l.ptr_no), '[]')
        from stuptr l join ptr p using (ent_no, ptr_no)
        where l.ent_no = t.ent_no and l.stu_no = t.stu_no and p.stt <> '0') as "called"`,
    from: 'from stu as t where t.ent_no = $1 and t.stt <> $2',
    order: 't.stu_no',
    count: 'select coalesce(sum(cnt), 0)::int as n from stu_cnt where ent_no = $1 and stt <> $2',
    out: ({ called, ...row }) => ({
      ...row,
      sex: sexOut(row.sex),
      authTel: row.authTel && maskPhone(row.authTel),
      idNo: row.idNo && hiddenNumber,
      ptrName: called[0]?.name ?? null,
      ptrCnt: called.length,
    }),
  },
}

const server = createServer(async (request, response) => {
  const [path = '', search] = request.url?.split('?') ?? []
  const { columns, from, order, count: counting, out } = lists[path] as List
  const query = new URLSearchParams(search)
  const entNo = query.get('entNo')
  const pageIndex = Number(query.get('pageIndex') ?? 1)
  const pageSize = Number(query.get('pageSize') ?? 20)
  const [rows, count] = await Promise.all([
    // Reads no columns of skipped rows.
    pool.query(`select ${columns} from (select * ${from} order by ${order} limit $3 offset $4) as t order by ${order}`, [
      entNo,
      '0',
      pageSize,
      (pageIndex - 1) * pageSize,
    ]),
    pool.query(counting ?? `select count(*) as n ${from}`, [entNo, '0']),
  ])
  const recordCount = count.rows[0].n
  const datas = rows.rows.map(out)
  const result = { datas, recordCount, pageCount: Math.ceil(recordCount / pageSize), pageSize, pageIndex }
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ code: 0, result, message: '' }))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), rss: 0, peak: 0 }))
process.on('disconnect', () => process.exit(0))
