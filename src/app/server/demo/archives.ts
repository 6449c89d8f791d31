import type { DemoEnterprise, New } from './enterprise.ts'
import { knownEnterprises } from './enterprises.ts'
import type { Random } from './random.ts'

const subjects: Record<string, string[]> = {
  语文教研组: ['101'],
  数学教研组: ['102'],
  英语教研组: ['103'],
  科学教研组: ['105', '106', '107', '108', '110'],
  体艺教研组: ['111', '112', '113'],
}
const posts: Record<string, string> = { 校长办公室: '010', 校医室: '090', 总务处: '080' }
const kinds: Record<string, { schType: string; admnLvl: string }> = {
  [knownEnterprises.experimentalSchool]: { schType: '312', admnLvl: '3' },
  [knownEnterprises.primarySchool]: { schType: '211', admnLvl: '4' },
  [knownEnterprises.middleSchool]: { schType: '341', admnLvl: '3' },
}
// Gives every row the same columns.
const items = [
  { theme: '校服', itemName: '夏季校服', amt: 180, onFlag: '1', pubFlag: '1', mustFlag: '0' },
  { theme: '校服', itemName: '冬季校服', amt: 260, onFlag: '1', pubFlag: '1', mustFlag: '0' },
  { theme: '午餐', itemName: '九月午餐', amt: 330, onFlag: '0', pubFlag: '0', mustFlag: '1' },
]
const home = { prvn: '示例省', city: '晨光市' }
const places = [
  { dstr: '启明区', chdDstr: '启明街道', areaCode: '980102001' },
  { dstr: '启明区', chdDstr: '朝晖街道', areaCode: '980102002' },
  { dstr: '云溪区', chdDstr: '云溪街道', areaCode: '980103001' },
]

/** Fills the archives of a school and of its staff; a fifth of them stays empty. */
export function fileArchives(random: Random, { entNo, idntNo, entName, rows }: DemoEnterprise) {
  const place = random.pick(places)
  const adr = `幸福路 ${random.between(1, 200)} 号`
  if (idntNo !== '030')
    return void rows.edcarch.push({ entNo, ...home, dstr: place.dstr, areaCode: place.areaCode.slice(0, 6), adr })
  const size = { flrSpc: random.between(12_000, 60_000), flrArea: random.between(8_000, 40_000) }
  rows.scharch.push({ entNo, ...home, ...place, adr, ntr: '1', ...kinds[entNo], ...size })
  rows.entact.push(
    {
      entNo,
      rdx: 1,
      payType: '03',
      actNo: `98${random.between(10 ** 13, 10 ** 14 - 1)}`,
      actName: entName,
      opnBank: '示例银行晨光支行',
    },
    { entNo, rdx: 2, payType: '01', actNo: `19${random.between(10 ** 7, 10 ** 8 - 1)}`, actName: entName },
  )
  rows.payitem.push(
    ...items.map((item, i) => ({ ...item, entNo, payItemNo: `I${entNo.slice(-3)}0${i + 1}`, actRdx: 2, showOrd: (i + 1) * 10 })),
  )
  const orgNames = new Map(rows.org.map(({ orgNo, orgName }) => [orgNo, orgName]))
  const mains = new Map(
    rows.orgemp.filter(({ mstFlag }) => mstFlag === '1').map(({ empNo, orgNo }) => [empNo, orgNames.get(orgNo) ?? '']),
  )
  for (const person of rows.emp)
    if (!random.chance(0.2)) rows.emparch.push(archiveOf(random, person, mains.get(person.empNo) ?? ''))
}

function archiveOf(random: Random, { entNo, empNo, brth }: New<'emp'>, orgName: string): New<'emparch'> {
  const born = Number(String(brth ?? '19850101').slice(0, 4))
  const hired = Math.min(2025, born + random.between(22, 26))
  const years = 2026 - hired
  const taught = subjects[orgName]
  return {
    entNo,
    empNo,
    ntnl: random.chance(0.91) ? '01' : random.pick(['02', '03', '08', '11']),
    nation: 'CN',
    pltc: random.chance(0.4) ? '01' : '13',
    npPrvn: home.prvn,
    npCity: home.city,
    ...home,
    ...random.pick(places),
    adr: `和平路 ${random.between(1, 300)} 号 ${random.between(1, 30)} 幢 ${random.between(101, 1804)} 室`,
    entDt: `${hired}0901`,
    pstn: taught ? '050' : (posts[orgName] ?? '070'),
    sbtNo: taught ? random.pick(taught) : null,
    ttl: taught ? (years > 15 ? '052' : years > 6 ? '053' : '054') : null,
    przDt: taught && years > 1 ? `${Math.min(2025, hired + Math.min(years, 8))}1201` : null,
    maxEdc: random.chance(0.15) ? '14' : '21',
    pthLvl: taught ? random.pick(['2', '3', '4']) : null,
    itLvl: random.pick(['1', '2', '2', '9']),
  }
}

/** Fills the archives of a school's students: all but a few have a national number, some lack this or that. */
export function fileStudents(random: Random, { rows }: DemoEnterprise) {
  rows.stuarch.push(...rows.stu.map((student) => studentArchiveOf(random, student)))
}

function studentArchiveOf(random: Random, { entNo, stuNo, idNo, brth }: New<'stu'>): New<'stuarch'> {
  const old = 2026 - Number(String(brth).slice(0, 4))
  const place = random.chance(0.9) ? random.pick(places) : { dstr: null, chdDstr: null, areaCode: null }
  return {
    entNo,
    stuNo,
    unfStuNo: idNo && !random.chance(0.015) ? `G${idNo}` : null,
    ntnl: random.chance(0.91) ? '01' : random.pick(['02', '03', '08', '11']),
    nation: 'CN',
    pltc: old >= 14 ? (random.chance(0.3) ? '03' : '13') : random.chance(0.85) ? '14' : '13',
    npPrvn: home.prvn,
    npCity: home.city,
    ...(place.dstr ? home : { prvn: null, city: null }),
    ...place,
    adr: place.dstr && `和平路 ${random.between(1, 300)} 号 ${random.between(1, 30)} 幢 ${random.between(101, 1804)} 室`,
  }
}
