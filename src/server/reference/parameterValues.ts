import { sql } from 'kysely'
import { isWeaker } from '#contract/values/settingValue.ts'
import type { Db } from '#server/database/database.ts'
import { shippedParameters, strictnessOf } from './parameters.ts'

// Selects an enterprise's own value where it may have one, else the default for its identity, else the one for all
// (docs/spec/settings.md#catalogue-and-values).
const effective = (entNo: string) => sql`
  select distinct on (c.cfg_code) c.cfg_code, c.dftl_val, o.cur_val
  from pbccfg c join ent e on e.ent_no = ${entNo} and c.idnt_no in ('000', e.idnt_no)
  left join entcfg o on o.ent_no = e.ent_no and o.cfg_code = c.cfg_code and c.own_flag = '1'
  order by c.cfg_code, c.idnt_no desc`

type Valued = { cfgCode: string; dftlVal: string; curVal: string | null }

/** Returns the value in force: an enterprise's own, unless the platform asks for more meanwhile. */
export const inForce = ({ cfgCode, dftlVal, curVal }: Valued) =>
  curVal === null || isWeaker(curVal, dftlVal, strictnessOf(cfgCode)) ? dftlVal : curVal

/** Reads every setting of an enterprise with the value in force there. */
export async function readParameters(db: Db, entNo: string): Promise<Record<string, string>> {
  const { rows } = await sql<Valued>`${effective(entNo)}`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.cfgCode, inForce(row)]))
}

/** Reads the value of one setting in force in an enterprise; undefined where there is no such setting. */
export async function readParameter(db: Db, entNo: string, cfgCode: string): Promise<string | undefined> {
  const { rows } = await sql<Valued>`select * from (${effective(entNo)}) x where cfg_code = ${cfgCode}`.execute(db)
  return rows[0] && inForce(rows[0])
}

/** Selects the number of a platform-wide setting inside a statement, so that the present value is read. */
export function platformParameter(cfgCode: string) {
  const shipped = shippedParameters.find((one) => one.cfgCode === cfgCode)?.dftlVal ?? '0'
  // Writes the code into the text, so that the statement of every request stays one that is prepared once.
  return `coalesce((select dftl_val::float8 from pbccfg where cfg_code = '${cfgCode}' and idnt_no = '000'), ${shipped})`
}

/** Reads the value of a platform-wide setting. */
export async function readDefault(db: Db, cfgCode: string): Promise<string> {
  const row = await db
    .selectFrom('pbccfg')
    .select('dftlVal')
    .where('cfgCode', '=', cfgCode)
    .where('idntNo', '=', '000')
    .executeTakeFirst()
  return row?.dftlVal ?? shippedParameters.find((one) => one.cfgCode === cfgCode)?.dftlVal ?? ''
}
