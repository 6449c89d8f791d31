import type * as z from 'zod'
import { Label } from '#web/api/dictionary.tsx'
import { formatTime } from '#web/page/format.ts'
import type { Comparison } from './duplicate.contract.ts'

type Shown = z.output<typeof Comparison>
type Side = Shown['one']

/** Draws the links of both records, below their facts. */
export function PairLinks({ shown: { one, other } }: { shown: Shown }) {
  const line = (title: string, cell: (side: Side) => React.ReactNode) => (
    <tr key={title}>
      <th scope="row">{title}</th>
      <td>{cell(one)}</td>
      <td>{cell(other)}</td>
    </tr>
  )
  return (
    <>
      {line('家长', ({ ptrs }) => (ptrs.length === 0 ? <span className="grey">（空）</span> : <Guardians ptrs={ptrs} />))}
      {one.applyCnt + other.applyCnt > 0 && line('待审核照片', ({ applyCnt }) => `${applyCnt} 张`)}
      {line('最近修改', ({ updTm }) => formatTime(updTm))}
    </>
  )
}

const Guardians = ({ ptrs }: Pick<Side, 'ptrs'>) => (
  <ul className="pair-guardians">
    {ptrs.map(({ ptrNo, ptrName, relt, authTel }) => (
      <li key={ptrNo}>
        {ptrName}（<Label type="RELT" value={relt} />） {authTel}
      </li>
    ))}
  </ul>
)
