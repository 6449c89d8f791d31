import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { query } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { moveNames } from '../rollover.contract.ts'
import type { SavedRollover } from '../useRollover.tsx'
import { gradesFor, type Kind, kindsFor, leavingClasses, needsTarget, placesInGrade } from './targets.tsx'

type Props = { year: SavedRollover; stuNos: string[]; onClose: () => void }
type Way = { kind?: Kind; to?: string; rsn?: string }

/** Says of each student who is away and whose class leaves what becomes of them; those left open stay to be decided. */
export default function DecideAway({ year, stuNos, onClose }: Props) {
  const { shown, change, isSaving } = year
  const [ways, setWays] = useState<Record<string, Way>>({})
  const { data: students } = useQuery(query(stu.getexlist, { stuNos }))
  if (!shown) return null
  const leaving = leavingClasses(shown)
  const set = (stuNo: string, way: Way) => setWays((all) => ({ ...all, [stuNo]: { ...all[stuNo], ...way } }))
  const decided = Object.entries(ways).flatMap(([stuNo, { kind, to, rsn = '' }]) => {
    if (!kind || !rsn.trim() || (needsTarget(kind) && !to)) return []
    return [{ stuNo, kind, rsn: rsn.trim(), ...(needsTarget(kind) && to && { to: JSON.parse(to) }) }]
  })
  const save = async () => {
    const gone = new Set(decided.map(({ stuNo }) => stuNo))
    await change({ moves: [...shown.plan.moves.filter(({ stuNo }) => !gone.has(stuNo)), ...decided] })
    onClose()
  }
  return (
    <AppModal
      open
      width={760}
      title="毕业班里休学的学生"
      okText={`保存${decided.length > 0 ? ` ${decided.length} 人` : ''}`}
      okButtonProps={{ disabled: decided.length === 0 }}
      cancelText="取消"
      confirmLoading={isSaving}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <ul className="rollover-away">
        {students?.map(({ stuNo, stuName, unitNo, unitName, stt }) => {
          const { kind, to, rsn } = ways[stuNo] ?? {}
          const places = kind ? gradesFor(shown, unitNo, kind).flatMap(placesInGrade) : []
          return (
            <li key={stuNo} aria-label={stuName}>
              <span>
                <strong>{stuName}</strong> <span className="grey">{unitName}</span>
              </span>
              <Select
                aria-label={`${stuName}的变动`}
                placeholder="变动"
                {...(kind && { value: kind })}
                onChange={(value: Kind) => set(stuNo, { kind: value, to: '' })}
                options={kindsFor(stt, leaving.has(unitNo)).map((value) => ({ value, label: moveNames[value] }))}
              />
              <Select
                aria-label={`${stuName}的去向`}
                placeholder={kind && !needsTarget(kind) ? '不用选' : '班级或待分班'}
                disabled={!kind || !needsTarget(kind)}
                showSearch={{ optionFilterProp: 'label' }}
                {...(to && { value: to })}
                onChange={(value: string) => set(stuNo, { to: value })}
                options={places}
              />
              <Input
                aria-label={`${stuName}的原因`}
                placeholder="原因"
                maxLength={200}
                value={rsn}
                onChange={({ target }) => set(stuNo, { rsn: target.value })}
              />
            </li>
          )
        })}
      </ul>
    </AppModal>
  )
}
