import { ResourceScope, ShareState } from '#domain/resources/resources.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { searchText } from '#server/base/search.ts'
import { res } from '#features/res/res/res.contract.ts'
import type { DemoEnterprise, Maker, New } from '../enterprise.ts'
import { knownEnterprises } from '../enterprises.ts'
import type { MadeFile } from '../files/demoFiles.ts'
import { demoResources, classTrees } from './resourcePlans.ts'
import type { ResourcePlan } from './schoolResources.ts'

const day = 24 * 3600_000
const nameOf = ({ resName, type }: ResourcePlan) => `${resName}.${type}`

/** Makes the trees of resource classes and the resources in them; `files` are those of the whole demo. */
export function makeResources({ maker, enterprises, userNos, files }: Place, now = Date.now()) {
  const classes = new Map<string, string>()
  for (const { entNo, rows } of enterprises) rows.rescls.push(...classesOf(maker, entNo, classes))
  for (const [i, plan] of demoResources.entries()) {
    const enterprise = requireRow(enterprises.find((one) => one.entNo === plan.of))
    const { entNo, rows } = enterprise
    const { fileNo, facts } = requireRow(files[i])
    const { name, type, size } = facts
    const resNo = maker.numbers.next('RES_NO')
    const { empNo } = ownerOf(rows, plan)
    const userNo = userNos.get(`${entNo} ${empNo}`)
    const putTm = putInAt(plan, i, now)
    rows.file.push({ entNo, fileNo, userNo: userNo ?? '', ...facts })
    rows.res.push({ ...resourceOf(plan, { entNo, resNo, empNo, classes, putTm }), crtTm: putTm })
    rows.resver.push({ entNo, resNo, verNo: 1, fileNo, name, type, size })
    rows.rescnt.push({ entNo, resNo, viewCnt: plan.viewCnt, downCnt: plan.downCnt })
    if (userNo)
      enterprise.deeds.push({
        at: Date.parse(putTm),
        userNo,
        call: res.create,
        wrote: { tables: ['res', 'resver', 'rescnt'], key: 'resNo', nos: [resNo] },
      })
  }
}

type Place = {
  maker: Maker
  enterprises: DemoEnterprise[]
  userNos: ReadonlyMap<string, string>
  files: readonly MadeFile[]
}

const key = (entNo: string, path: readonly (string | undefined)[]) => [entNo, ...path.filter(Boolean)].join('/')

function classesOf({ numbers }: Maker, entNo: string, known: Map<string, string>): New<'rescls'>[] {
  const make = (path: string[], prtNo: string | null, subj: string | null, i: number) => {
    const clsNo = numbers.next('CLS_NO')
    known.set(key(entNo, path), clsNo)
    return { entNo, clsNo, prtNo, clsName: path.at(-1) ?? '', subj, showOrd: (i + 1) * 10 }
  }
  return (classTrees[entNo] ?? []).flatMap(([name, subj, below], i) => {
    const top = make([name], null, subj, i)
    return [top, ...below.map((one, at) => make([name, one], top.clsNo, subj, at))]
  })
}

// Names the people who sign in to the demo.
const admins: Record<string, number> = {
  [knownEnterprises.platform]: 0,
  [knownEnterprises.cityBureau]: 3,
  [knownEnterprises.experimentalSchool]: 4,
}

function ownerOf({ emp, empdatapwr }: DemoEnterprise['rows'], { of, by }: ResourcePlan): New<'emp'> {
  if (by === 'teacher') return requireRow(emp.find(({ empNo }) => empNo === empdatapwr[0]?.empNo))
  return requireRow(emp[by === 'admin' ? (admins[of] ?? 0) : by])
}

type At = { entNo: string; resNo: string; empNo: string; putTm: string; classes: ReadonlyMap<string, string> }

function resourceOf(plan: ResourcePlan, { classes, ...at }: At): New<'res'> {
  const {
    resName,
    des = null,
    stdyPrd = null,
    path,
    scope = ResourceScope.own,
    shrStt = ShareState.none,
    to,
    answer = null,
  } = plan
  const above = scope === ResourceScope.bureau ? knownEnterprises.cityBureau : knownEnterprises.platform
  const toEntNo = scope === ResourceScope.own ? null : above
  const subj = classTrees[plan.of]?.find(([name]) => name === path[0])?.[1] ?? null
  return {
    ...at,
    clsNo: requireRow(classes.get(key(plan.of, path))),
    resName,
    des,
    subj,
    stdyPrd,
    scope,
    toEntNo,
    toClsNo: to ? requireRow(classes.get(key(above, to))) : null,
    shrStt,
    answer,
    searchText: searchText(resName, [des, nameOf(plan)]),
  }
}

// Spreads them since September, or in the school year before; the first ones are the newest.
function putInAt({ wasLastYear = false }: ResourcePlan, i: number, now: number): string {
  const today = new Date(now + 8 * 3600_000)
  const year = today.getUTCFullYear() - (today.getUTCMonth() < 8 ? 1 : 0)
  const began = Date.UTC(year, 8, 1)
  const part = (i + 1) / (demoResources.length + 1)
  const at = wasLastYear ? began - (60 + part * 200) * day : began + (now - began) * (1 - part)
  // Keeps to the hours of a working day in China.
  return new Date(Math.floor(at / day) * day + (i % 9) * 3600_000).toISOString()
}
