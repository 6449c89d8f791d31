import { Status } from '#contract/fields.ts'
import { nearestText } from '#server/base/editDistance.ts'
import type { Db } from '#server/database/database.ts'

/** Finds a department by its name, or by its path where that is not enough: 总务处/食堂, and /食堂 for one at the top. */
export type Departments = {
  find(name: string): { no: string } | { wrong: string; meant?: string | undefined }
  /** Lists the name of each in a workbook. */
  names: string[]
}

export async function readDepartments(db: Db, entNo: string): Promise<Departments> {
  const rows = await db
    .selectFrom('org')
    .select(['orgNo', 'orgName', 'prtNo'])
    .where('entNo', '=', entNo)
    .where('stt', '<>', Status.deleted)
    .orderBy('showOrd')
    .orderBy('orgNo')
    .execute()
  const byNo = new Map(rows.map((row) => [row.orgNo, row]))
  const pathOf = (orgNo: string): string => {
    const { orgName, prtNo } = byNo.get(orgNo) ?? { orgName: '', prtNo: null }
    return prtNo && byNo.has(prtNo) ? `${pathOf(prtNo)}/${orgName}` : orgName
  }
  const byName = Map.groupBy(rows, ({ orgName }) => orgName)
  const byPath = new Map(rows.map(({ orgNo }) => [pathOf(orgNo), orgNo]))
  const isOne = (name: string) => byName.get(name)?.length === 1
  return {
    names: rows.map(({ orgNo, orgName, prtNo }) => (isOne(orgName) ? orgName : prtNo ? pathOf(orgNo) : `/${orgName}`)),
    find(name) {
      const named = byName.get(name) ?? []
      const paths = named.map(({ orgNo }) => pathOf(orgNo))
      if (paths.length > 1) return { wrong: askForPath(name, paths) }
      const no = byPath.get(name.replace(/^\//, '')) ?? named[0]?.orgNo
      if (no) return { no }
      return { wrong: `部门“${name}”不存在`, meant: nearestText(name, [...byName.keys()].filter(isOne)) }
    },
  }
}

function askForPath(name: string, paths: string[]): string {
  const top = paths.includes(name) ? `；最上级的写 /${name}` : ''
  return `有 ${paths.length} 个部门叫“${name}”，请写上级，如 ${paths.find((path) => path !== name)}${top}`
}
