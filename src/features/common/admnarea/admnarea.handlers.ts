import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { codeAt } from '#domain/people/area.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'
import { likeOf } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { treeOf } from '#server/database/tree.ts'
import { type Area, type AreaHit, admnarea, deepestWhole } from '#contract/shell/admnarea.contract.ts'

const mostHits = 100
const source = '国家统计局统计用区划代码；港澳台和部分新设区县按民政部公布的名称补充'

const shown = sql`a.area_code, a.area_name, a.lvl,
  case when exists (select from admn_area c where coalesce(c.prt_code, '') = a.area_code) then '0' else '1' end as end_flag`

type Row = z.output<typeof Area>

const below = async (db: Db, code: RawBuilder<string | null>) =>
  (
    await sql<Row>`select ${shown} from admn_area a where coalesce(a.prt_code, '') = ${code} order by a.show_ord, a.area_code`.execute(
      db,
    )
  ).rows

export const admnareaHandlers = serve(admnarea, {
  getprvn: (_, { db }) => below(db, codeAt([])),

  getcity: ({ prvnName }, { db }) => below(db, codeAt([prvnName])),

  getdstr: ({ prvnName, cityName }, { db }) => below(db, codeAt([prvnName, cityName])),

  gettown: ({ prvnName, cityName, dstrName }, { db }) => below(db, codeAt([prvnName, cityName, dstrName])),

  async get({ level, prtCode }, { db }) {
    if (level > deepestWhole && !prtCode) {
      const message = '乡镇太多，不能一次取全国的：请同时给出上级代码'
      throw invalidField('prtCode', message)
    }
    // Finds the area above by its code, with which the area's own begins.
    const { rows } = await sql<Row & { prtCode: string | null }>`select ${shown}, a.prt_code from admn_area a
      where a.lvl <= ${level} and ${prtCode ? sql`a.area_code like ${`${prtCode}_%`}` : sql`true`}
      order by a.lvl, a.show_ord, a.area_code`.execute(db)
    return treeOf(rows, 'areaCode', 'prtCode', ({ prtCode: _, ...area }) => area)
  },

  async getlist({ keyWord }, { db }) {
    if (!keyWord) return []
    const { rows } = await sql<z.output<typeof AreaHit>>`
      select ${shown}, array_remove(array[p3.area_name, p2.area_name, p1.area_name, a.area_name], null) as path
      from admn_area a left join admn_area p1 on p1.area_code = a.prt_code left join admn_area p2 on p2.area_code = p1.prt_code
      left join admn_area p3 on p3.area_code = p2.prt_code
      where a.area_name like ${likeOf(keyWord)} or starts_with(a.area_code, ${keyWord})
      order by (a.area_name = ${keyWord} or a.area_code = ${keyWord}) desc, a.lvl, a.area_code limit ${mostHits}`.execute(db)
    return rows
  },

  async getsource(_, { db }) {
    const counted = (lvl: number, name: string) => sql`count(*) filter (where lvl = ${lvl})::int as ${sql.ref(name)}`
    const [version, counts] = await Promise.all([
      db.selectFrom('meta').select('val').where('key', '=', 'areas').executeTakeFirst(),
      sql<{ prvn: number; city: number; dstr: number; town: number }>`
        select ${counted(1, 'prvn')}, ${counted(2, 'city')}, ${counted(3, 'dstr')}, ${counted(4, 'town')} from admn_area`.execute(
        db,
      ),
    ])
    return { verNo: version?.val ?? '', source, cnts: counts.rows[0] ?? { prvn: 0, city: 0, dstr: 0, town: 0 } }
  },
})
