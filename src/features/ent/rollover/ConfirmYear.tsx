import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { rollover, undoDays } from './rollover.contract.ts'
import { rolloverSummary } from './rolloverWords.tsx'
import type { SavedRollover } from './useRollover.tsx'

/** Asks for the school year to be typed, and then does the year-end. */
export default function ConfirmYear({ year, onClose }: { year: SavedRollover; onClose: () => void }) {
  const { shown, change } = year
  const [typed, setTyped] = useState('')
  const [sure, setSure] = useState(false)
  const run = useSend(rollover.run, { said: () => `已升级到${(shown?.schYear ?? 0) + 1}学年` })
  if (!shown) return null
  const next = shown.schYear + 1
  const early = shown.warnings.find(({ code }) => code === 'season')?.text
  const isRight = typed.trim() === String(next) && (!early || sure)
  const confirm = async () => {
    // Saves the draft of a year-end that was never changed and has none yet.
    const kept = shown.rollNo ? shown : await change({})
    if (!kept?.rollNo) return
    const seasonFlag = early ? ('1' as const) : ('0' as const)
    await run.mutateAsync({ rollNo: kept.rollNo, sign: kept.sign, schYear: next, seasonFlag }).then(onClose, () => {})
  }
  return (
    <AppModal
      open
      width={480}
      title={`升级到${next}学年`}
      okText="确认升级"
      okButtonProps={{ disabled: !isRight }}
      cancelText="取消"
      confirmLoading={run.isPending}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <p>{rolloverSummary(shown.counts)}。</p>
      <p className="grey">
        毕业班的年级和班级收进“已毕业”，班主任对它们的权限结束；其余年级和班级改为下一学年的名称，学生不换班。{undoDays}{' '}
        天内可以撤销。
      </p>
      <Form layout="vertical">
        <Form.Item label={`请输入 ${next} 以确认`} htmlFor="roll-year">
          <Input
            id="roll-year"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={() => isRight && void confirm()}
          />
        </Form.Item>
        {early && (
          <Checkbox checked={sure} onChange={({ target }) => setSure(target.checked)}>
            {early}，我确定现在就升级
          </Checkbox>
        )}
      </Form>
    </AppModal>
  )
}
