import { Status } from '#contract/fields.ts'
import { requireRow } from '#server/database/rows.ts'
import { type DemoEnterprise, groupTypes, type Maker } from './enterprise.ts'

const frontLineSize = 10_000

/** Maps the regions of the company to the cities that have a branch. */
const regions: Record<string, string[]> = {
  华东大区: ['上海', '苏州', '杭州'],
  华南大区: ['广州', '深圳', '厦门'],
  华北大区: ['北京', '天津', '济南'],
  西南大区: ['成都', '重庆', '昆明'],
}
const sites = ['城东', '城西']
const crews = ['餐饮组', '保洁组', '校车组', '宿管组']

/** Makes the company of long lists: 10,000 employees, five levels deep, and groups of none, one and all of them. */
export function staffFrontLine(maker: Maker, company: DemoEnterprise) {
  const operations = requireRow(company.rows.org.find(({ orgName }) => orgName === '运营部'))
  const { offices, teams } = layOut(company, operations.orgNo)
  // Gives every office its head first, and the teams all others in turns.
  const placeOf = (i: number) => offices[i] ?? teams[(i - offices.length) % teams.length]
  const workers = Array.from({ length: frontLineSize }, (_, i) =>
    company.hire(maker.people.adult('19670101', '20060831'), requireRow(placeOf(i)), {
      workNo: String(200_001 + i),
      stt: maker.random.chance(0.03) ? Status.disabled : Status.enabled,
    }),
  )
  company.group({ grpName: '全体一线员工', grpType: groupTypes.message }, workers)
  company.group({ grpName: '集团总值班', grpType: groupTypes.message }, workers.slice(0, 1))
  company.group({ grpName: '新园区门禁（待分配）', grpType: groupTypes.access }, [])
}

/** Lays out regions, branches, sites and their teams below a department. */
function layOut({ department }: DemoEnterprise, top: string) {
  const offices: string[] = []
  const teams: string[] = []
  const open = (name: string, prtNo: string) => {
    const orgNo = department(name, prtNo)
    offices.push(orgNo)
    return orgNo
  }
  for (const [region, cities] of Object.entries(regions)) {
    const regionNo = open(region, top)
    for (const city of cities) {
      const branchNo = open(`${city}分公司`, regionNo)
      for (const site of sites) {
        const siteNo = open(`${city}${site}项目部`, branchNo)
        for (const crew of crews) teams.push(department(crew, siteNo))
      }
    }
  }
  return { offices, teams }
}
