import { Select } from 'antd'
import type { WriteBack } from '#domain/collections/collections.contract.ts'
import type { Out } from '#web/api/send.ts'
import { formatCount, formatTime } from '#web/page/format.ts'
import type { hnd } from '../hnd.contract.ts'

type Preview = Out<typeof hnd.preview>
type Props = Pick<Preview, 'targets' | 'knowns'> & { value?: WriteBack[]; onChange?: (value: WriteBack[]) => void }

const ways = [
  { value: '', label: '不回写' },
  { value: 'fill', label: '只补空白' },
  { value: 'replace', label: '覆盖' },
]

/** Draws for each question about an archive for how many it is known, and how its answers are written back. */
export function BacksInput({ targets, knowns, value = [], onChange }: Props) {
  const set = (clmnNo: string, way: string) => {
    const others = value.filter((one) => one.clmnNo !== clmnNo)
    onChange?.(way ? [...others, { clmnNo, way: way as WriteBack['way'] }] : others)
  }
  return (
    <ul className="write-backs">
      {targets.map(({ clmnNo, clmnName, field }) => (
        <li key={clmnNo}>
          <span>
            {clmnName} <small className="grey">{field}</small>
            <KnownLine known={knowns.find((one) => one.clmnNo === clmnNo)} />
          </span>
          <Select
            aria-label={`${clmnName}的回写方式`}
            value={value.find((one) => one.clmnNo === clmnNo)?.way ?? ''}
            options={ways}
            onChange={(way: string) => set(clmnNo, way)}
          />
        </li>
      ))}
    </ul>
  )
}

function KnownLine({ known }: { known: Preview['knowns'][number] | undefined }) {
  if (!known) return null
  const { knownCnt, ofCnt, fromTm, toTm } = known
  return (
    <small className="grey">
      档案里已知 {formatCount(knownCnt)} / {formatCount(ofCnt)} 人
      {fromTm && toTm && `，档案最早更新于 ${formatTime(fromTm).slice(0, 10)}，最近更新于 ${formatTime(toTm).slice(0, 10)}`}
    </small>
  )
}
