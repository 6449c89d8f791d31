import { afterAll, beforeAll, test } from 'vitest'
import { makeClasses, makeHeadTeacher } from '../../../../test/classes.ts'
import { makeSchool, startServer, type TestServer } from '../../../../test/harness.ts'
import { ptr } from '../ptr/ptr.contract.ts'
import { stuptr } from './stuptr.contract.ts'
let server: TestServer
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
test('speed', async () => {
  const school = await makeSchool(server)
  const { one } = await makeClasses(school)
  const { entNo } = school
  const c = await server.owner.connect()
  await c.query('begin'); await c.query(`select set_config('app.ent_no', $1, true), set_config('app.call','t',true)`, [entNo])
  await c.query(`insert into edcunit (ent_no, unit_no, unit_name, unit_type, prt_no, stdy_prd, entr_year, grdt_year) select $1, 'X'||i, '班'||i, '5', $2, '1', 2024, 2030 from generate_series(1,1000) i`, [entNo, 'G3' + entNo])
  await c.query(`insert into stu (ent_no, stu_no, stu_name, unit_no, sex, stt, search_text) select $1, 'S'||(100000+i), '王小明'||i, case when i < 50 then $2 else 'X'||(i%1000+1) end, 'M', '1', '王小明 wangxiaoming wxm s'||(100000+i) from generate_series(1,50000) i`, [entNo, one])
  await c.query(`insert into ptr (ent_no, ptr_no, ptr_name, sex, auth_tel, search_text) select $1, 'P'||(100000+i), '王伟'||i, 'M', '1'||(3000000000+i), '王伟 wangwei ww p'||(100000+i)||' '||right((3000000000+i)::text,4) from generate_series(1,90000) i`, [entNo])
  await c.query(`insert into stuptr (ent_no, stu_no, ptr_no, relt) select $1, 'S'||(100000+(i%49000)+1), 'P'||(100000+i), case i%2 when 0 then '51' else '52' end from generate_series(1,90000) i`, [entNo])
  await c.query('commit'); await c.query('analyze'); c.release()
  const time = async (name: string, client: typeof school.admin.client, call: never, input: object) => {
    await client.answer(call, input as never)
    const b = performance.now(); const { code } = await client.answer(call, input as never); console.log(name, code, Math.round(performance.now() - b))
  }
  const t = await makeHeadTeacher(school, one)
  for (const [who, client] of [['admin', school.admin.client], ['teacher', t.client]] as const) {
    for (const [n, call, input] of [
      ['rel page', stuptr.getpage, { stt: '1' }], ['rel deep', stuptr.getpage, { pageIndex: 1500, pageSize: 50 }], ['rel unit', stuptr.getpage, { unitNo: 'X5' }], ['rel noPtr', stuptr.getpage, { noPtr: '1' }], ['rel many', stuptr.getpage, { many: '1' }], ['rel key', stuptr.getpage, { keyWord: 's100777' }], ['rel keycommon', stuptr.getpage, { keyWord: '王' }],
      ['ptr page', ptr.getpage, { stt: '1' }], ['ptr unit', ptr.getpage, { unitNo: 'X5' }], ['ptr key', ptr.getpage, { keyWord: 's100777' }], ['ptr keycommon', ptr.getpage, { keyWord: '王' }], ['ptr noStu', ptr.getpage, { noStu: '1' }], ['ptr statis', ptr.getstatis, {}],
    ] as const) await time(`${who} ${n}`, client, call as never, input)
  }
}, 300_000)
