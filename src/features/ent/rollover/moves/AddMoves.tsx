import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { Suspense, useState } from 'react'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query } from '#web/api/api.ts'
import { moveNames } from '../rollover.contract.ts'
import {
  type NewException,
  gradesFor,
  type Kind,
  kindsFor,
  leavingClasses,
  needsTarget,
  placesInGrade,
  valueOf,
} from './targets.tsx'
import type { SavedRollover } from '../useRollover.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const StudentsPicker = lazyWindow(() => import('#features/ent/stu/students.picker.tsx'))

type Props = { year: SavedRollover; asked: NewException; onClose: () => void }

/** Says what becomes of students who do not go with their class: who, what, where to, why. */
export default function AddMoves({ year, asked, onClose }: Props) {
  const { shown, change, isSaving } = year
  const [stuNos, setStuNos] = useState(asked.stuNos)
  const [picking, setPicking] = useState(asked.stuNos.length === 0)
  const [kind, setKind] = useState(asked.kind)
  const [to, setTo] = useState(asked.to ?? null)
  const [rsn, setRsn] = useState('')
  const { data: students = [] } = useQuery({ ...query(stu.getexlist, { stuNos }), enabled: stuNos.length > 0 })
  if (!shown) return null
  const leaving = leavingClasses(shown)
  const kinds = common(students.map(({ stt, unitNo }) => kindsFor(stt, leaving.has(unitNo))))
  // Requires one grade for students who move together; otherwise there is no class that all could come into.
  const grades = students.map(({ unitNo }) => (kind ? gradesFor(shown, unitNo, kind) : []))
  const places = (grades[0] ?? [])
    .filter(({ key }) => grades.every((list) => list.some((grade) => grade.key === key)))
    .flatMap(placesInGrade)
    .filter(({ value }) => kind !== 'reclass' || students.every(({ unitNo }) => value !== valueOf({ unitNo })))
  const staying = kind === 'return' && students.every(({ unitNo }) => !leaving.has(unitNo))
  const complete = stuNos.length > 0 && kind && rsn.trim() && (!needsTarget(kind) || to || staying)
  const add = async () => {
    if (!complete) return
    const target = needsTarget(kind) && to ? { to: JSON.parse(to) } : {}
    const made = stuNos.map((stuNo) => ({ stuNo, kind, rsn: rsn.trim(), ...target }))
    await change({ moves: [...shown.plan.moves.filter(({ stuNo }) => !stuNos.includes(stuNo)), ...made] })
    onClose()
  }
  return (
    <>
      <AppModal
        open={!picking}
        width={520}
        title="添加例外"
        okText="添加"
        okButtonProps={{ disabled: !complete }}
        cancelText="取消"
        confirmLoading={isSaving}
        onOk={() => void add()}
        onCancel={onClose}
      >
        <Form layout="vertical" requiredMark={false}>
          <Form.Item label="学生">
            <span>{students.map(({ stuName, unitName }) => `${stuName}（${unitName}）`).join('、') || '还没有选'}</span>{' '}
            <Button type="link" onClick={() => setPicking(true)}>
              选择学生
            </Button>
          </Form.Item>
          <Form.Item label="变动">
            {kinds?.length === 0 ? (
              <span className="grey">这些学生的情况不同，请分开添加</span>
            ) : (
              <SegmentedControl
                aria-label="变动"
                value={kind ?? ''}
                onChange={(value) => {
                  setKind(value as Kind)
                  setTo(null)
                }}
                options={(kinds ?? []).map((value) => ({ value, label: moveNames[value] }))}
              />
            )}
          </Form.Item>
          {kind && needsTarget(kind) && <TargetField places={places} mayStay={staying} value={to} onChange={setTo} />}
          <Form.Item label="原因" htmlFor="move-reason" {...(asked.to && { className: 'first-focus' })}>
            <Input id="move-reason" maxLength={200} showCount value={rsn} onChange={({ target }) => setRsn(target.value)} />
          </Form.Item>
        </Form>
      </AppModal>
      <Suspense>
        {picking && (
          <StudentsPicker
            title="选择例外的学生"
            verb="选好"
            onPick={async (picked) => setStuNos(picked)}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Returns the kinds that all have; undefined where there is nobody. */
const common = (lists: Kind[][]): Kind[] | undefined => {
  const [first, ...others] = lists
  return first?.filter((kind) => others.every((list) => list.includes(kind)))
}

type TargetProps = {
  places: { value: string; label: string }[]
  /** Lets students without a target go back to their class. */
  mayStay: boolean
  value: string | null
  onChange: (to: string | null) => void
}

const TargetField = ({ places, mayStay, value, onChange }: TargetProps) => (
  <Form.Item
    label="去向"
    htmlFor="move-place"
    help={places.length === 0 ? '没有合适的年级；来自不同年级的学生请分开添加' : mayStay && '不选就回原班'}
  >
    <Select
      id="move-place"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="班级或待分班"
      value={value}
      onChange={onChange}
      options={places}
    />
  </Form.Item>
)
