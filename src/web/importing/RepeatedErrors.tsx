import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { type Alike, imp } from '#contract/shell/imp.contract.ts'
import { query } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import './importing.css'

/** Describes what is done with one error, or with all equal ones. */
export type Repair = { fld: string; code: string; how: 'fix' | 'keep' | 'out'; rowNo?: number }

const first = 4

/** Draws the errors of a batch, equal ones together, and repairs at once those that can be. */
export function RepeatedErrors({
  batchNo,
  busy,
  onRepair,
}: {
  batchNo: string
  busy: boolean
  onRepair: (repair: Repair) => void
}) {
  const [all, setAll] = useState(false)
  const { data: groups = [] } = useQuery({ ...query(imp.getalike, { batchNo }), placeholderData: (before) => before })
  const shown = all ? groups : groups.slice(0, first)
  return (
    <ul className="alike" aria-label="同类问题">
      {shown.map((group) => (
        <li key={`${group.fld} ${group.code}`}>
          <span className="alike-what">
            {!group.what.includes(group.title) && <b>{group.title}</b>} {group.what}
            <span className="grey"> {formatCount(group.cnt)} 行</span>
          </span>
          <span className="alike-acts">
            {group.fixCnt > 0 && (
              <Button size="small" type="primary" ghost disabled={busy} onClick={() => onRepair({ ...keyOf(group), how: 'fix' })}>
                {group.fixCnt === 1 ? `改为 ${group.to}` : `一键修复 ${formatCount(group.fixCnt)} 行`}
              </Button>
            )}
            {group.mayKeep && (
              <Button size="small" disabled={busy} onClick={() => onRepair({ ...keyOf(group), how: 'keep' })}>
                照原样写入
              </Button>
            )}
            <Button size="small" type="text" disabled={busy} onClick={() => onRepair({ ...keyOf(group), how: 'out' })}>
              排除
            </Button>
          </span>
          {group.fixCnt > 1 && (
            <span className="grey alike-example">
              如 {group.from} → {group.to}
            </span>
          )}
        </li>
      ))}
      {groups.length > first && (
        <li>
          <Button type="link" size="small" onClick={() => setAll(!all)}>
            {all ? '收起' : `展开其余 ${formatCount(groups.length - first)} 类问题`}
          </Button>
        </li>
      )}
    </ul>
  )
}

const keyOf = ({ fld, code }: z.output<typeof Alike>) => ({ fld, code })
