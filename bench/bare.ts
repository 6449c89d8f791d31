import { createServer } from 'node:http'
import pg from 'pg'

// The same page from node:http and pg alone: its two statements, outside any transaction, without session, rights or log.
const [, , url = ''] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 10 })
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const columns = `grp_no as "grpNo", ent_no as "entNo", grp_name as "grpName", grp_type as "grpType", des, show_ord as "showOrd", stt, upd_tm as "updTm", ver`
const rowsSql = `select ${columns} from empgrp as g where g.ent_no = $1 and g.stt <> $2 order by g.show_ord, g.grp_no limit $3 offset $4`
const countSql = `select count(*) as n from empgrp as g where g.ent_no = $1 and g.stt <> $2`

const server = createServer(async (request, response) => {
  const query = new URLSearchParams(request.url?.split('?')[1])
  const entNo = query.get('entNo')
  const pageIndex = Number(query.get('pageIndex') ?? 1)
  const pageSize = Number(query.get('pageSize') ?? 20)
  const [rows, count] = await Promise.all([
    pool.query(rowsSql, [entNo, '0', pageSize, (pageIndex - 1) * pageSize]),
    pool.query(countSql, [entNo, '0']),
  ])
  const recordCount = count.rows[0].n
  const result = { datas: rows.rows, recordCount, pageCount: Math.ceil(recordCount / pageSize), pageSize, pageIndex }
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ code: 0, result, message: '' }))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit(0))
