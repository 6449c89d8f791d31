import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { flagNames } from './stuptr.contract.ts'
import type { RelationActions } from './useRelationActions.tsx'
import type { LinkedRelation } from './RelationForm.tsx'

type Props = {
  row: LinkedRelation
  name: (typeof flagNames)[number]
  title: string
  toggle: RelationActions['toggle']
  /** Labels the box, where no heading does. */
  children?: ReactNode
}

/** Draws one flag of a link, switched where it stands. */
export const FlagBox = ({ row, name, title, toggle, children }: Props) => (
  <Checkbox
    className="flag-box"
    checked={row[name] === '1'}
    disabled={!toggle}
    aria-label={`${row.stuName}和${row.ptrName}：${title}`}
    onChange={({ target }) => toggle?.(row, name, target.checked)}
  >
    {children}
  </Checkbox>
)
