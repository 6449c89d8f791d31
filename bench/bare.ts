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

type Employee = { sex: string; authTel: string; idNo: string | null }
type List = { columns: string; from: string; order: string; out(row: Employee): unknown }

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
}

const server = createServer(async (request, response) => {
  const [path = '', search] = request.url?.split('?') ?? []
  const { columns, from, order, out } = lists[path] as List
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
    pool.query(`select count(*) as n ${from}`, [entNo, '0']),
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
