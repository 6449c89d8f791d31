import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { bill } from '../../bill.contract.ts'

const ownerNames = { stu: '学生', emp: '员工', ptr: '家长' } as const

/** Says for how many people archives hold what a question asks already. */
export function KnownLine({ arcFld }: { arcFld: string }) {
  const { data } = useQuery(query(bill.getknown, { arcFld }))
  if (!data) return null
  const { owner, knownCnt, ofCnt } = data
  return (
    <p className="grey" role="status">
      档案里已有：{ownerNames[owner]} {formatCount(ofCnt)} 人中 {formatCount(knownCnt)} 人
    </p>
  )
}
