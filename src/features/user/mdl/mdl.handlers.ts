import { sql } from 'kysely'
import { actions } from '#contract/access.ts'
import { serve } from '#server/serve.ts'
import { treeOf } from '#server/tree.ts'
import { userMdl } from './mdl.contract.ts'

type Row = {
  mdlCode: string
  prtCode: string | null
  mdlName: string
  picPath: string | null
  url: string | null
  urlType: string
  openType: string
}

export const userMdlHandlers = serve(userMdl, {
  async get({ tmlType }, { me, apart }) {
    const held = new Map(me.rights.modules.map(({ mdlCode, func }) => [mdlCode, func]))
    const shown = [...held.keys()].filter((mdlCode) => me.rights.has(`${mdlCode}:${actions.view}`))
    const { rows } = await apart(
      (db) =>
        sql<Row>`
          with recursive shown as (
            select * from mdl where mdl_code = any(${shown}) and tml_type = ${tmlType} and stt = '1'
            union select m.* from mdl m join shown s on m.mdl_code = s.prt_code
          )
          select s.mdl_code, s.prt_code, coalesce(e.mdl_name, s.mdl_name) as mdl_name, s.pic_path, s.url, s.url_type, s.open_type
          from shown s left join entmdl e on e.ent_no = ${me.entNo} and e.mdl_code = s.mdl_code
          order by s.show_ord, s.mdl_code`.execute(db),
      { entNo: me.entNo },
    )
    return treeOf(rows, 'mdlCode', 'prtCode', ({ prtCode: _, ...row }, lvl) => ({
      ...row,
      code: row.mdlCode,
      name: row.mdlName,
      lvl,
      func: held.get(row.mdlCode) ?? '',
    }))
  },
})
