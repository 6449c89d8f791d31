import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import { datacheck } from './datacheck.contract.ts'
import { checkRuleOf, type studentRules } from '#domain/students/datacheck.rules.contract.ts'

type Props = {
  rule: (typeof studentRules)[number]
  classes: Out<typeof datacheck.get>['classes']
  onClose: () => void
}

/** Asks the head teachers of classes to see to a finding. */
export default function AssignModal({ rule, classes, onClose }: Props) {
  const { data: tasks } = useQuery(query(datacheck.gettasks, {}))
  const assign = useSend(datacheck.assign, { said: (_, { cnt }) => `已指派给 ${formatCount(cnt)} 个班的班主任` })
  const asked = new Set(tasks?.filter((task) => task.rule === rule).map(({ unitNo }) => unitNo))
  const found = classes.flatMap(({ findings, ...one }) => {
    const cnt = findings.find(({ code }) => code === rule)?.cnt ?? 0
    return cnt > 0
      ? [{ ...one, cnt, hindrance: asked.has(one.unitNo) ? '已指派' : one.heads.length === 0 ? '没有班主任' : undefined }]
      : []
  })
  const open = found.filter(({ hindrance }) => !hindrance)
  const [left, setLeft] = useState<string[]>([])
  const chosen = open.filter(({ unitNo }) => !left.includes(unitNo)).map(({ unitNo }) => unitNo)
  const toggle = (unitNo: string) =>
    setLeft((before) => (before.includes(unitNo) ? before.filter((no) => no !== unitNo) : [...before, unitNo]))
  return (
    <AppModal
      open
      width={480}
      title={`指派给班主任：${checkRuleOf(rule).name}`}
      okText={`指派 ${formatCount(chosen.length)} 个班`}
      okButtonProps={{ disabled: chosen.length === 0 || !tasks }}
      cancelText="取消"
      confirmLoading={assign.isPending}
      onOk={() => assign.mutate({ rule, unitNos: chosen }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p className="grey">班主任会在“数据体检”里看到任务，问题处理完后任务自动完成。</p>
      <Checkbox
        checked={open.length > 0 && chosen.length === open.length}
        indeterminate={chosen.length > 0 && chosen.length < open.length}
        disabled={open.length === 0}
        onChange={({ target }) => setLeft(target.checked ? [] : open.map(({ unitNo }) => unitNo))}
      >
        全选
      </Checkbox>
      <ul className="check-classes">
        {found.map(({ unitNo, unitName, heads, cnt, hindrance }) => (
          <li key={unitNo}>
            <Checkbox checked={chosen.includes(unitNo)} disabled={hindrance !== undefined} onChange={() => toggle(unitNo)}>
              {unitName}
            </Checkbox>
            <span className="grey">{hindrance ?? heads[0]?.empName}</span>
            <span className="check-count">{formatCount(cnt)} 人</span>
          </li>
        ))}
      </ul>
    </AppModal>
  )
}
