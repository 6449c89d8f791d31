import { Form } from 'antd'
import { useState } from 'react'
import { className, freeNumbers } from '#domain/units/units.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { edcunit, mostClasses } from '../edcunit.contract.ts'
import { type UnitPlace, type Units, useNaming } from '../useUnits.tsx'

type Props = { unit: UnitPlace; units: Units; onClose: () => void }

/** Draws several classes of a grade at once, from a number on; existing numbers are skipped. */
export default function ClassesForm({ unit, units, onClose }: Props) {
  const { naming } = useNaming(units)
  const used = new Set(unit.items.map(({ clsNo }) => clsNo ?? 0))
  const [clsCnt, setCount] = useState<number | null>(1)
  const [startNo, setStart] = useState<number | null>(Math.max(0, ...used) + 1)
  const create = useSend(edcunit.createclassmany, { said: (_, made) => `“${unit.unitName}”已新建 ${made.length} 个班级` })
  const names = freeNumbers(used, clsCnt ?? 0, startNo ?? 1).map((clsNo) => className(unit.unitName, clsNo, naming))
  const told = names.length > 3 ? `${names.slice(0, 2).join('、')} … ${names.at(-1)}` : names.join('、')
  return (
    <AppModal
      open
      width={440}
      title={`为“${unit.unitName}”批量建班`}
      okText={clsCnt ? `新建 ${clsCnt} 个班` : '新建'}
      okButtonProps={{ disabled: !clsCnt || !startNo }}
      confirmLoading={create.isPending}
      cancelText="取消"
      onOk={() => {
        if (clsCnt && startNo) create.mutate({ prtNo: unit.unitNo, clsCnt, startNo }, { onSuccess: onClose })
      }}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <div className="form-grid">
          <Form.Item label="班级数" htmlFor="classes-count">
            <NumberInput id="classes-count" precision={0} min={1} max={mostClasses} value={clsCnt} onChange={setCount} />
          </Form.Item>
          <Form.Item label="起始班号" htmlFor="classes-start">
            <NumberInput id="classes-start" precision={0} min={1} max={99} value={startNo} onChange={setStart} />
          </Form.Item>
        </div>
      </Form>
      <p className="grey" style={{ margin: 0 }} aria-live="polite">
        将新建：{told || '–'}
      </p>
    </AppModal>
  )
}
