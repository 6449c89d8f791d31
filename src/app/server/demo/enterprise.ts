import type { Insertable } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import type { DB } from '#server/database/schema.ts'
import { initials } from '#server/base/search.ts'
import type { Numbers } from './numbers.ts'
import type { DemoPeople, DemoPerson } from './people.ts'
import type { Random } from './random.ts'

/** Lists the tables of one enterprise in the order in which their rows refer to each other. */
export const enterpriseTables = [
  'file',
  'org',
  'emp',
  'orgemp',
  'identity',
  'empgrp',
  'empgrpmbr',
  'edcunit',
  'stu',
  'ptr',
  'stuptr',
  'emprole',
  'empdatapwr',
  'entcfg',
  'emparch',
  'stuarch',
  'scharch',
  'edcarch',
  'entact',
  'payitem',
  'chktask',
  'tmpl',
  'tmplver',
  'tmplseg',
  'mtg',
  'mtgroom',
  'mtgschd',
  'mtgman',
  'mtgsign',
  'msg',
  'msgto',
  'mtgmin',
  'mtgdec',
  'msgtmpl',
  'flow',
  'flowver',
  'hnd',
  'hndto',
  'ans',
  'ansanon',
  'prop',
  'prc',
  'tsk',
  'lve',
  'vst',
  'vstmate',
  'vstcode',
  'act',
  'reg',
  'wrk',
  'wrklike',
  'wrkrpt',
  'rescls',
  'res',
  'resver',
  'rescnt',
] as const

type Table = (typeof enterpriseTables)[number]
export type New<T extends Table> = Insertable<DB[T]>

/** Describes rows before encryption: ID numbers are plain here, hashes and search texts are still missing. */
export type Rows = { [T in Table]: New<T>[] }

/**
 * Describes what somebody did since the demo began: the rows that are written only then, by the values of one column, and what
 * became different in others. It stands in 操作记录 under that day and call.
 */
export type Deed = {
  at: number
  userNo: string
  call: Call
  wrote?: { tables: readonly Table[]; key: string; nos: readonly string[] }
  changed?: { table: Table; key: string; nos: readonly string[]; to: Record<string, string | null> }
}

/** Describes the sources of all demo data; class sizes and archives have random numbers of their own, so that the rest stays. */
export type Maker = { random: Random; classSizes: Random; archives: Random; people: DemoPeople; numbers: Numbers }

/** Describes an enterprise in the list. */
export type Listed = { entNo: string; entName: string; prtNo: string | null; selfNo?: string; des?: string; rem?: string }

export type DemoEnterprise = ReturnType<typeof openEnterprise>

/** Opens an enterprise without anybody yet, with functions that add its departments, employees and groups. */
export function openEnterprise(maker: Maker, listed: Listed) {
  const { entNo } = listed
  const idntNo = entNo.slice(0, 3)
  // Gives every table its list here.
  const rows = Object.fromEntries(enterpriseTables.map((table) => [table, []])) as unknown as Rows
  const deeds: Deed[] = []
  const places = new Map<string, number>()
  const nextPlace = (list: string) => {
    const place = (places.get(list) ?? 0) + 10
    places.set(list, place)
    return place
  }

  const department = (orgName: string, prtNo: string | null = null): string => {
    const orgNo = maker.numbers.next('ORG_NO')
    const showOrd = nextPlace(`below ${prtNo}`)
    rows.org.push({ entNo, orgNo, orgName, prtNo, helpCode: initials(orgName), showOrd, stt: Status.enabled })
    return orgNo
  }

  // Makes the first one the leader of the department, and never disables them.
  const hire = (
    person: DemoPerson,
    orgNo: string,
    { workNo = null, stt = Status.enabled }: { workNo?: string | null; stt?: string } = {},
  ) => {
    const { name: empName, ...known } = person
    const empNo = maker.numbers.next('EMP_NO')
    const showOrd = nextPlace(orgNo)
    const isFirst = showOrd === 10
    const employee: New<'emp'> = { entNo, empNo, idntNo, empName, workNo, ...known, stt: isFirst ? Status.enabled : stt }
    rows.emp.push(employee)
    rows.orgemp.push({ entNo, orgNo, empNo, mstFlag: '1', leadFlag: isFirst ? '1' : '0', showOrd })
    return employee
  }

  const joinSecond = (empNo: string, orgNo: string) => {
    rows.orgemp.push({ entNo, orgNo, empNo, mstFlag: '0', leadFlag: '0', showOrd: nextPlace(orgNo) })
  }

  const group = ({ grpName, grpType, des = null, stt = Status.enabled }: DemoGroup, members: New<'emp'>[]) => {
    const grpNo = maker.numbers.next('GRP_NO')
    rows.empgrp.push({ entNo, grpNo, grpName, grpType, des, showOrd: nextPlace('groups'), stt })
    rows.empgrpmbr.push(...members.map(({ empNo }) => ({ entNo, grpNo, empNo })))
  }

  return { ...listed, idntNo, rows, deeds, department, hire, joinSecond, group }
}

export type DemoGroup = { grpName: string; grpType: string; des?: string | null; stt?: string }

/** Names the two types of employee groups (dictionary GRP_TYPE). */
export const groupTypes = { message: '1', access: '2' } as const
