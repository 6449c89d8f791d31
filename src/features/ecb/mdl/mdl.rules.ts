import { sql } from 'kysely'
import { isOutside } from '#contract/values/address.ts'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { TreeTable } from '#server/database/tree.ts'
import { moduleDepthLimit, isBuiltIn, OpenType, UrlType } from './mdl.contract.ts'

/** Describes the tree of the modules of one terminal. */
export const moduleTree = (tmlType: string): TreeTable => ({
  table: 'mdl',
  key: 'mdlCode',
  parent: 'prtCode',
  noun: '模块',
  deepest: moduleDepthLimit,
  among: sql<boolean>`tml_type = ${tmlType}`,
})

type Facts = {
  mdlCode: string
  tmlType: string
  url: string | null
  urlType: string
  openType: string
  func: string
  stt: string
}

/** Throws invalid for an address that is not of its kind or cannot be opened so, and actions that the terminal does not have. */
export async function checkFacts(db: Db, { tmlType, url, urlType, openType, func }: Facts) {
  const own = urlType === UrlType.own
  if (own && openType === OpenType.frame)
    throw invalidField('openType', '系统路由是本站自己的页面，不能用内嵌框架打开，请选标签页或新窗口')
  if (url && own === isOutside(url))
    throw invalidField('url', own ? '系统路由应为 / 开头的本站地址' : '这种地址类型应为 http://、https:// 开头的网址')
  const { rows } = await sql<{ no: string }>`select no from unnest(string_to_array(${func}, ',')) no
    except select pwr_no from pwr where tml_type = ${tmlType} and stt = ${Status.enabled}`.execute(db)
  if (rows.length > 0) throw invalidField('func', `此终端没有操作权限 ${rows.map(({ no }) => no).join('、')}`)
}

/**
 * Checks a change of a module. Throws invalid where it would take a built-in module from its screen or give a group an address,
 * inUse where it would disable a group in use.
 */
export async function checkChange(db: Db, before: Facts, after: Facts) {
  const isMoved = before.url !== after.url || before.urlType !== after.urlType || before.openType !== after.openType
  if (isMoved && isBuiltIn(before.mdlCode)) throw invalidField('url', '内置模块的地址、地址类型和打开方式不能修改')
  const below = await db
    .selectFrom('mdl')
    .select('stt')
    .where('prtCode', '=', before.mdlCode)
    .where('stt', '<>', Status.deleted)
    .execute()
  if (after.url && below.length > 0) throw invalidField('url', '下面有模块的是分组，不能有地址')
  if (after.stt === Status.disabled && below.some(({ stt }) => stt === Status.enabled))
    throw new Fault('inUse', '分组里还有启用的模块，请先停用它们')
}

/** Requires a group as parent: a module with an address of its own has nothing below it. Throws for others. */
export async function checkGroup(db: Db, prtCode: string | null) {
  const above = await db.selectFrom('mdl').select('url').where('mdlCode', '=', prtCode).executeTakeFirst()
  if (above?.url) throw invalidField('prtCode', '模块只能放在分组（没有地址的模块）之下')
}

/** Throws inUse for deleting a module that stands in a menu, or holds others. */
export async function checkDelete(
  db: Db,
  all: (count: (db: Db) => Promise<number>) => Promise<number>,
  mdlCode: string,
  rootNo: string,
) {
  if (isBuiltIn(mdlCode)) throw new Fault('inUse', '内置模块不能删除，可以停用')
  const below = await db
    .selectFrom('mdl')
    .select('mdlCode')
    .where('prtCode', '=', mdlCode)
    .where('stt', '<>', Status.deleted)
    .execute()
  if (below.length > 0) throw new Fault('inUse', `分组里还有 ${below.length} 个模块，请先移走再删除`)
  const enterprises = await all(async (everywhere) => {
    const rows = await everywhere
      .selectFrom('entmdl')
      .select('entNo')
      .where('mdlCode', '=', mdlCode)
      .where('entNo', '<>', rootNo)
      .where('stt', '<>', Status.deleted)
      .execute()
    return rows.length
  })
  if (enterprises > 0) throw new Fault('inUse', `${enterprises} 家企业开通了这个模块，请先在“模块开通”中移除`)
}
