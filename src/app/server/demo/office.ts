import { Status } from '#contract/fields.ts'
import { requireRow } from '#server/database/rows.ts'
import { type DemoEnterprise, type DemoGroup, groupTypes, type Maker } from './enterprise.ts'

/** Describes departments, headcount and groups of an enterprise that is no school; every n-th employee is in the group. */
type Plan = { departments: string[]; headcount: number; groups: (DemoGroup & { everyNth: number })[] }

const plans: Record<string, Plan> = {
  '060': {
    departments: ['运营部', '客户服务部', '技术支持部'],
    headcount: 9,
    groups: [{ grpName: '运营值班', grpType: groupTypes.message, everyNth: 3 }],
  },
  '020': {
    departments: ['办公室', '基础教育科', '人事科', '信息中心'],
    headcount: 20,
    groups: [
      { grpName: '局机关全体', grpType: groupTypes.message, everyNth: 1 },
      { grpName: '督导评估组', grpType: groupTypes.message, everyNth: 4 },
      { grpName: '机关门禁', grpType: groupTypes.access, everyNth: 1 },
    ],
  },
  '010': {
    departments: ['总经办', '人力资源部', '运营部', '财务部'],
    headcount: 18,
    groups: [
      { grpName: '全体员工', grpType: groupTypes.message, everyNth: 1 },
      { grpName: '夜班门禁', grpType: groupTypes.access, everyNth: 5 },
      { grpName: '旧厂区门禁', grpType: groupTypes.access, everyNth: 6, stt: Status.disabled },
    ],
  },
  '040': {
    departments: ['渠道业务部'],
    headcount: 1,
    groups: [{ grpName: '外勤联络', grpType: groupTypes.message, everyNth: 1 }],
  },
  '050': { departments: ['经营部', '服务部'], headcount: 6, groups: [] },
}

/** Fills a bureau, company, agent, merchant or the platform's own enterprise with departments and employees. */
export function staffOffice(maker: Maker, office: DemoEnterprise) {
  const { departments, headcount } = planOf(office)
  const orgNos = departments.map((name) => office.department(name))
  for (let i = 0; i < headcount; i++) {
    const person = i === 0 ? maker.people.adult('19670101', '19861231') : maker.people.adult('19670101', '20030831')
    // Fills the departments in turns; the remainder is always one of them.
    office.hire(person, orgNos[i % orgNos.length] as string, {
      stt: maker.random.chance(0.03) ? Status.disabled : Status.enabled,
    })
  }
}

/** Makes the groups that offices of this identity usually have. */
export function groupOffice(office: DemoEnterprise) {
  for (const { everyNth, ...group } of planOf(office).groups)
    office.group(
      group,
      office.rows.emp.filter((_, i) => i % everyNth === 0),
    )
}

const planOf = ({ idntNo }: DemoEnterprise) => requireRow(plans[idntNo])
