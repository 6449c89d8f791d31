import { Form, Input } from 'antd'
import { useState } from 'react'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import type { Finding } from './useRollover.tsx'
import { Unit } from '#domain/units/unit.contract.ts'

type Units = NonNullable<Finding['fix']['rename']>

/** Gives units whose names would meet others in the next year other ones; those by the rule are proposed, and move on by it again. */
export default function RenameUnits({ units, onClose }: { units: Units; onClose: () => void }) {
  const [names, setNames] = useState(() => new Map(units.map(({ unitNo, newName }) => [unitNo, newName])))
  const rename = useSend(edcunit.update, { said: ({ unitName }) => `已改名为“${unitName}”` })
  const nameOf = (unitNo: string) => names.get(unitNo) ?? ''
  const isComplete = units.every(({ unitNo }) => Unit.shape.unitName.safeParse(nameOf(unitNo)).success)
  const save = async () => {
    for (const { unitNo, ruleName } of units) {
      const unitName = nameOf(unitNo).trim()
      await rename.mutateAsync({ unitNo, unitName, ...(unitName === ruleName && { nameLock: '0' as const }) })
    }
    onClose()
  }
  return (
    <AppModal
      open
      width={480}
      title="修改名称"
      okText="保存"
      okButtonProps={{ disabled: !isComplete }}
      cancelText="取消"
      confirmLoading={rename.isPending}
      // Ignores a refusal, which is reported, and leaves the rest to be changed.
      onOk={() => void save().catch(() => {})}
      onCancel={onClose}
    >
      <Form layout="vertical" requiredMark={false}>
        {units.map(({ unitNo, unitName, ruleName }) => (
          <Form.Item
            key={unitNo}
            label={`“${unitName}”改为`}
            htmlFor={`name-${unitNo}`}
            extra={ruleName && `按学校的规则叫“${ruleName}”，升级时随年级改名`}
          >
            <Input
              id={`name-${unitNo}`}
              maxLength={40}
              value={nameOf(unitNo)}
              onChange={({ target }) => setNames(new Map(names).set(unitNo, target.value))}
            />
          </Form.Item>
        ))}
      </Form>
    </AppModal>
  )
}
