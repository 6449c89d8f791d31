import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { ent, type AffectedByEnterprise } from './ent.contract.ts'

type Props = { entNos: string[]; prtNo?: string; children?: React.ReactNode }
type Counts = z.output<typeof AffectedByEnterprise>

/** Draws what a change of place or state of enterprises affects, before it is made. */
export function TouchedList({ entNos, prtNo, children }: Props) {
  const { data, error, refetch } = useQuery({ ...query(ent.gettouched, { entNos, ...(prtNo && { prtNo }) }), staleTime: 0 })
  if (error) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  return (
    <>
      <ul className="holdings">
        <li>{insideOf(data)}</li>
        {data.loses.map((one) => (
          <li key={one.entNo}>
            “{one.entName}”{watchersOf(one)}不再看到
          </li>
        ))}
        {data.gains.map((one) => (
          <li key={one.entNo}>
            “{one.entName}”{watchersOf(one)}将看到
          </li>
        ))}
        {data.mdls.map(({ mdlCode, mdlName, entCnt }) => (
          <li key={mdlCode}>
            模块“{mdlName}”新的上级没有，这 {formatCount(entCnt)} 家企业仍保留
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

const insideOf = ({ entCnt, empCnt, stuCnt, sesCnt }: Counts) =>
  [
    `${formatCount(entCnt)} 家企业`,
    `${formatCount(empCnt)} 名员工`,
    stuCnt > 0 && `${formatCount(stuCnt)} 名学生`,
    sesCnt > 0 && `${formatCount(sesCnt)} 人在线`,
  ]
    .filter(Boolean)
    .join('、')

const watchersOf = ({ empCnt, roleCnt }: Counts['loses'][number]) =>
  empCnt > 0 ? `的 ${formatCount(empCnt)} 人（${formatCount(roleCnt)} 个角色）` : ''
