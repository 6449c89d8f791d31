import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { userBill } from '#contract/shell/bill.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { StatusTag } from '#web/api/dictionary.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useMe } from '#web/api/me.tsx'
import { MoreRows } from '#web/portal/MoreRows.tsx'
import { useMore } from '#web/portal/useMore.ts'
import type { ShownActivity } from '../activities.tsx'
import { participantKey, type Participant } from './people.tsx'
import { enrolledIn } from './ways.tsx'

type Props = { activity: ShownActivity; chosen: readonly Participant[]; onToggle: (person: Participant) => void }

/** Draws the choice of participants: oneself, and students within reach. */
export function ParticipantInput({ activity, chosen, onToggle }: Props) {
  const { nickName } = useMe()
  const isChosen = (person: Participant) => chosen.some((one) => participantKey(one) === participantKey(person))
  const self = { name: nickName, unitName: null }
  const isIn = enrolledIn(activity).find(({ stuNo }) => stuNo === null)
  return (
    <section className="act-panel" aria-label="给谁报名">
      <h2>给谁报名</h2>
      {(activity.selfFlag === '1' || isIn) && (
        <Checkbox className="whom" checked={isChosen(self) || !!isIn} disabled={!!isIn} onChange={() => onToggle(self)}>
          我自己（{nickName}）{isIn && <StatusTag type="REG_STT" value={isIn.stt} />}
        </Checkbox>
      )}
      {activity.stuFlag === '1' && <Students actNo={activity.actNo} isChosen={isChosen} onToggle={onToggle} />}
    </section>
  )
}

type StudentsProps = { actNo: string; isChosen: (person: Participant) => boolean; onToggle: Props['onToggle'] }

function Students({ actNo, isChosen, onToggle }: StudentsProps) {
  const [keyWord, look] = useState('')
  const [unitNo, setUnit] = useState<string>()
  const { data: units = [] } = useQuery(query(userBill.getdatalist, { src: 'unit' }))
  const { rows, recordCount, more } = useMore(reg.getcandidates, { actNo, keyWord, unitNo, pageSize: 20 })
  return (
    <>
      <div className="whom-filters">
        <Keyword value={keyWord} onChange={look} placeholder="学生姓名、拼音" />
        {units.length > 1 && (
          <SelectFilter
            label="班级"
            width={160}
            options={units.map(({ val, name }) => ({ value: val, label: name }))}
            value={unitNo}
            onChange={setUnit}
          />
        )}
        <span className="grey">共 {recordCount} 人</span>
      </div>
      <ul className="whom-list" aria-label="学生">
        {rows?.map(({ stuNo, stuName, unitName, stt }) => {
          const person = { stuNo, name: stuName, unitName }
          return (
            <li key={stuNo}>
              <Checkbox
                className="whom"
                checked={isChosen(person) || stt !== null}
                disabled={stt !== null}
                onChange={() => onToggle(person)}
              >
                {stuName} {stt ? <StatusTag type="REG_STT" value={stt} /> : <span className="grey">{unitName}</span>}
              </Checkbox>
            </li>
          )
        })}
      </ul>
      {rows?.length === 0 && <p className="grey">没有符合条件的学生</p>}
      <MoreRows {...more} />
    </>
  )
}
