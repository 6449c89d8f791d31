import { Status } from '#contract/fields.ts'
import { requireRow } from '#server/database/rows.ts'
import { type DemoEnterprise, groupTypes, type Maker } from './enterprise.ts'

const frontLineSize = 10_000

/** Makes the company of long lists: 10,000 employees in one department, and groups of none, one and all of them. */
export function staffFrontLine(maker: Maker, company: DemoEnterprise) {
  const operations = requireRow(company.rows.org.find(({ orgName }) => orgName === '运营部'))
  const orgNo = company.department('一线岗位', operations.orgNo)
  const workers = Array.from({ length: frontLineSize }, (_, i) =>
    company.hire(maker.people.adult('19670101', '20060831'), orgNo, {
      workNo: String(200_001 + i),
      stt: maker.random.chance(0.03) ? Status.disabled : Status.enabled,
    }),
  )
  company.group({ grpName: '全体一线员工', grpType: groupTypes.message }, workers)
  company.group({ grpName: '集团总值班', grpType: groupTypes.message }, workers.slice(0, 1))
  company.group({ grpName: '新园区门禁（待分配）', grpType: groupTypes.access }, [])
}
