import { useEffect, useState } from 'react'
import { factsOf, oddIdNo } from '#contract/values/idNumber.ts'
import { DayField } from '#web/form/calendar/DayField.tsx'
import { type ControlProps } from './control.web.ts'
import type { FormSources } from './sources.web.ts'

type Person = { idNo?: string; brth?: string; sex?: string }

const sexes = [
  ['M', '男'],
  ['N', '女'],
  ['U', '未说明'],
]

/** Draws an ID number with its birth date and sex; without one they are typed. */
export function PersonControl({ value, onChange, labelId, describedBy, invalid, readOnly, id }: ControlProps) {
  const person = (value ?? {}) as Person
  const facts = factsOf(person.idNo)
  const odd = person.idNo && oddIdNo(person.idNo)
  const change = (part: Person) => {
    const next = { ...person, ...part }
    const told = factsOf(next.idNo)
    onChange({ ...next, brth: told.brth ?? next.brth, sex: told.sex ?? next.sex })
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-row">
      <input
        id={id}
        type="text"
        autoComplete="off"
        aria-label="身份证号"
        placeholder="身份证号"
        maxLength={30}
        aria-invalid={invalid || undefined}
        disabled={readOnly}
        value={person.idNo ?? ''}
        onChange={({ target }) => change({ idNo: target.value })}
      />
      <DayField
        aria-label="出生日期"
        disabled={readOnly || !!facts.brth}
        limits={{ past: true }}
        value={person.brth ?? ''}
        onChange={(brth) => change({ brth: brth ?? '' })}
      />
      <select
        aria-label="性别"
        disabled={readOnly || !!facts.sex}
        value={person.sex ?? ''}
        onChange={({ target }) => change({ sex: target.value })}
      >
        <option value="">性别</option>
        {sexes.map(([val, name]) => (
          <option key={val} value={val}>
            {name}
          </option>
        ))}
      </select>
      {odd && <small className="fill-odd">{odd}</small>}
    </div>
  )
}

const levels = [
  ['prvn', '省'],
  ['city', '市'],
  ['dstr', '区县'],
  ['chdDstr', '乡镇街道'],
] as const

type Address = Partial<Record<(typeof levels)[number][0] | 'adr', string>>

/** Draws an address by its four areas, and the rest in words. */
export function AddressControl({ value, onChange, sources, labelId, describedBy, invalid, readOnly, id }: ControlProps) {
  const address = (value ?? {}) as Address
  const path = levels.map(([name]) => address[name]).filter((name) => name !== undefined)
  const change = (at: number, name: string) => {
    const kept = Object.fromEntries(levels.slice(0, at).map(([level]) => [level, address[level]]))
    const level = levels[at]?.[0] as string
    onChange({ ...kept, ...(name && { [level]: name }), ...(address.adr && { adr: address.adr }) })
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-row">
      {levels.map(([level, title], at) => (
        <AreaList
          key={level}
          id={at === 0 ? id : undefined}
          title={title}
          above={path.length >= at ? path.slice(0, at) : undefined}
          areas={sources.areas}
          value={address[level] ?? ''}
          invalid={invalid}
          readOnly={readOnly}
          onChange={(name) => change(at, name)}
        />
      ))}
      <input
        className="fill-wide"
        type="text"
        aria-label="详细地址"
        placeholder="详细地址"
        maxLength={100}
        disabled={readOnly}
        value={address.adr ?? ''}
        onChange={({ target }) => onChange({ ...address, adr: target.value })}
      />
    </div>
  )
}

type AreaListProps = {
  id: string | undefined
  title: string
  /** Holds the choice above; undefined until it is made. */
  above: string[] | undefined
  areas: FormSources['areas']
  value: string
  invalid: boolean
  readOnly: boolean
  onChange: (name: string) => void
}

function AreaList({ id, title, above, areas, value, invalid, readOnly, onChange }: AreaListProps) {
  const [read, setRead] = useState<{ path: string; list: string[] }>()
  const path = above?.join('/')
  useEffect(() => {
    if (path === undefined) return
    let isOver = false
    areas(path === '' ? [] : path.split('/')).then(
      (list) => isOver || setRead({ path, list }),
      // Ignores a failure, for an address can be written without the lists.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [path, areas])
  const names = read && read.path === path ? read.list : []
  const offered = value === '' || names.includes(value) ? names : [value, ...names]
  return (
    <select
      id={id}
      aria-label={title}
      aria-invalid={invalid || undefined}
      disabled={readOnly || offered.length === 0}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{title}</option>
      {offered.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
