import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { ptr } from './ptr.contract.ts'

/** Draws what deleting a guardian affects: the children, and those of them who are left without any. */
export function LastGuardian({ ptrNo }: { ptrNo: string }) {
  const { data } = useQuery(query(ptr.get, { ptrNo }))
  const children = data?.stus ?? []
  const alone = children.filter(({ ptrCnt }) => ptrCnt <= 1)
  return (
    <>
      <p>删除后不再出现在任何列表里，手机和身份证号可以重新使用；撤销后和孩子的关系一起恢复。</p>
      {children.length > 0 && <p>孩子：{children.map(({ stuName, unitName }) => `${unitName}${stuName}`).join('、')}</p>}
      {alone.length > 0 && (
        <p>
          <b>{alone.map(({ stuName }) => stuName).join('、')}没有别的家长，删除后一位家长也没有。</b>
        </p>
      )}
    </>
  )
}
