import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'

export type OwnModuleRow = {
  mdlCode: string
  prtCode: string | null
  mdlName: string
  baseName: string
  mdlDesc: string | null
  picPath: string | null
  url: string | null
  urlType: string
  openType: string
  /** Lists the actions that the catalogue has of it; empty: it is everybody's. */
  func: string
  /** Tells whether it is one entry of the menu, as the enterprise has it and as the catalogue has it. */
  sect: string
  baseSect: string
  showOrd: number
  stt: string
  ver: number
}

/**
 * Reads the modules that an enterprise was given for a terminal, with its names and places: under a group that it has, else as in
 * the catalogue. Includes those it switched off.
 */
export async function ownModules(db: Db, entNo: string, tmlType: string): Promise<OwnModuleRow[]> {
  const { rows } = await sql<OwnModuleRow>`
    with own as (
      select m.*, e.mdl_name as own_name, e.mdl_desc as own_desc, e.prt_code as own_prt, e.show_ord as own_ord, e.stt as own_stt,
        e.sect as own_sect, e.ver as own_ver
      from entmdl e join mdl m using (mdl_code)
      where e.ent_no = ${entNo} and e.stt <> ${Status.deleted} and m.stt = ${Status.enabled} and m.tml_type = ${tmlType}
    )
    select o.mdl_code, coalesce(g.mdl_code, o.prt_code) as prt_code, coalesce(o.own_name, o.mdl_name) as mdl_name,
      o.mdl_name as base_name, coalesce(o.own_desc, o.mdl_desc) as mdl_desc, o.pic_path, o.url, o.url_type, o.open_type, o.func,
      coalesce(o.own_sect, o.sect) as sect, o.sect as base_sect, coalesce(o.own_ord, o.show_ord) as show_ord, o.own_stt as stt, o.own_ver as ver
    from own o left join own g on g.mdl_code = o.own_prt and g.url is null
    order by show_ord, mdl_code`.execute(db)
  return rows
}
