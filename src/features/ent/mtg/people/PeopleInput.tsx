import { Button, Tag } from 'antd'
import { ManType } from '#domain/meetings/meetings.contract.ts'
import { formatCount } from '#web/page/format.ts'
import { Label } from '#web/api/dictionary.tsx'
import { AddPeople } from './AddPeople.tsx'
import { type InvitedPerson } from '../mtg.parts.contract.ts'

type Props = { value?: InvitedPerson[]; onChange?: (mans: InvitedPerson[]) => void }

// Limits the people shown; of more only the number is.
const shown = 60

const personKey = ({ empNo, manTel }: InvitedPerson) => empNo ?? manTel ?? ''

/** Draws the people a new meeting asks: employees, guests, and lists of them. */
export function PeopleInput({ value = [], onChange }: Props) {
  const known = new Set(value.map(personKey))
  const add = async (mans: InvitedPerson[]) => onChange?.([...value, ...mans.filter((one) => !known.has(personKey(one)))])
  return (
    <div className="stack">
      <div className="page-tools">
        <AddPeople taken={known} onAdd={add} />
        <span className="grey" aria-live="polite">
          {value.length > 0 && `已选 ${formatCount(value.length)} 人`}
        </span>
        {value.length > 0 && (
          <Button type="link" onClick={() => onChange?.([])}>
            清空
          </Button>
        )}
      </div>
      <div className="people-tags">
        {value.slice(0, shown).map((one) => (
          <Tag
            key={personKey(one)}
            closable={{ 'aria-label': `去掉${one.manName ?? ''}` }}
            onClose={(event) => {
              event.preventDefault()
              onChange?.(value.filter((other) => other !== one))
            }}
          >
            {one.manName}
            {one.manType && one.manType !== ManType.attendee && (
              <>
                {' '}
                <Label type="MAN_TYPE" value={one.manType} />
              </>
            )}
          </Tag>
        ))}
        {value.length > shown && <span className="grey">另有 {formatCount(value.length - shown)} 人</span>}
      </div>
    </div>
  )
}
