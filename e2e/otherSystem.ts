import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stage } from './browser.ts'

/** Opens another system than ours: a page with a field, which says how often it was fetched. */
export async function openOtherSystem() {
  let fetched = 0
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/favicon')) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<title>另一个系统</title><p>第 ${++fetched} 次 ${url}</p><input aria-label="留言">`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type Custom = { code: string; name: string; url: string; urlType: string; openType: string }

/** Gives the school of the demo data modules of its own, which its administrator may open. */
export async function giveModules({ server }: Stage, modules: Custom[]) {
  const { rows } = await server.owner.query(
    `select e.ent_no, e.emp_no from account a join identity i using (user_no)
     join emp e on e.ent_no = i.ent_no and e.emp_no = i.idnt_val where a.name = 'school'`,
  )
  const [{ ent_no, emp_no }] = rows
  const client = await server.owner.connect()
  await client.query(`begin; select set_config('app.ent_no', '${ent_no}', true)`)
  const insert = (table: string, values: string[]) =>
    client.query(`insert into ${table} values (${values.map((_, i) => `$${i + 1}`).join(', ')})`, values)
  await insert('mdl (mdl_code, mdl_name, tml_type)', ['other', '其他系统', '001'])
  await insert('entmdl (ent_no, mdl_code)', [ent_no, 'other'])
  for (const { code, name, url, urlType, openType } of modules) {
    await insert('mdl (mdl_code, prt_code, mdl_name, url, url_type, open_type, func, tml_type)', [
      code,
      'other',
      name,
      url,
      urlType,
      openType,
      '000004',
      '001',
    ])
    await insert('entmdl (ent_no, mdl_code)', [ent_no, code])
    await insert('emppwr (ent_no, emp_no, mdl_code, pwr_no, add_del_flag)', [ent_no, emp_no, code, '000004', '1'])
  }
  await client.query('commit')
  client.release()
}
