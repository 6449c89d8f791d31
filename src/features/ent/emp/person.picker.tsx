import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { Avatar } from '#web/page/Avatar.tsx'
import { emp } from './emp.contract.ts'
import './personPicker.css'

type Person = { empNo: string; empName: string; orgName: string | null }

type Props = {
  chosen: string | undefined
  onChoose: (empNo: string, person: Person) => void
  /** Lists the people shown before a search: those who matter here. */
  first?: Person[] | undefined
}

// Limits the shown people; more are found by another letter.
const shown = 200

/** Draws everybody of the enterprise in one list, to find and choose one. */
export function PersonList({ chosen, onChoose, first }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const { data, error, refetch } = useQuery({
    ...query(emp.getlist, { keyWord, stt: Status.enabled }),
    placeholderData: keepPreviousData,
  })
  const known = new Set(first?.map(({ empNo }) => empNo))
  const people: Person[] = keyWord ? (data ?? []) : [...(first ?? []), ...(data ?? []).filter(({ empNo }) => !known.has(empNo))]
  return (
    <div className="stack person-list">
      <div className="page-tools">
        <Keyword value={keyWord} onChange={setKeyWord} placeholder="姓名、拼音、工号" hotkey />
      </div>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Spin delay={200} />}
      {data && people.length === 0 && <NothingFits onClear={() => setKeyWord('')} />}
      <ul className="choice-list">
        {people.slice(0, shown).map((person) => (
          <li key={person.empNo}>
            <button
              type="button"
              ref={person.empNo === chosen ? showChosen : undefined}
              aria-current={person.empNo === chosen}
              onClick={() => onChoose(person.empNo, person)}
            >
              <Avatar name={person.empName} />
              {person.empName}
              <span className="grey">{person.orgName}</span>
            </button>
          </li>
        ))}
      </ul>
      {people.length > shown && <p className="grey">还有更多，请输入姓名查找</p>}
    </div>
  )
}

// Brings whoever is chosen from elsewhere into sight.
const showChosen = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest' })

/** Returns the name of the chosen person, for the button that replaces the list on a phone. */
export function usePersonName(empNo: string | undefined): string {
  // Shares the query of the list that the person is chosen from.
  const { data } = useQuery({
    ...query(emp.getlist, { keyWord: '', stt: Status.enabled }),
    enabled: empNo !== undefined,
  })
  return data?.find((one) => one.empNo === empNo)?.empName ?? '选择员工'
}
