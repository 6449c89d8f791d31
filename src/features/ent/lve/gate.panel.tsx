import { useQuery } from '@tanstack/react-query'
import { Button, Input, Spin } from 'antd'
import { useDeferredValue, useState } from 'react'
import { query } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { lve } from './lve.contract.ts'
import { leaveWords } from '#domain/leaves/leaveWords.web.ts'
import './lve.css'
import { useLeaveActs } from './useLeaveActs.tsx'

/** Draws the pupils whom the gate lets out or back in today, each with the one button that is next. */
export default function LeaveGate({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const keyWord = useDeferredValue(typed.trim())
  const { data, error, refetch } = useQuery({
    ...query(lve.getpage, { span: 'gate', pageSize: 100, ...(keyWord && { keyWord }) }),
    placeholderData: (before) => before,
  })
  const { firstOf, dialogs } = useLeaveActs()
  const rows = data?.datas ?? []
  return (
    <AppModal open className="touch" title="今日请假离校" width={440} footer={null} onCancel={onClose}>
      <div className="stack">
        <Input
          className="first-focus"
          aria-label="查学生姓名"
          placeholder="学生姓名或拼音"
          allowClear
          maxLength={30}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data && rows.length === 0 && (
          <p className="grey">{keyWord ? '没有这个名字的学生在请假' : '现在没有请了假可以离校的学生'}</p>
        )}
        <ul className="leave-gate" aria-label="可以离校的学生">
          {rows.map((row) => {
            const first = firstOf(row)
            return (
              <li key={row.lveNo}>
                <p>
                  <strong>{row.name}</strong> {row.place}
                  <br />
                  <small className="grey">{row.leftTm ? `${formatTime(row.leftTm)} 离校` : leaveWords(row)}</small>
                </p>
                {first && (
                  <Button
                    type={first.key === 'leave' ? 'primary' : 'default'}
                    aria-label={`${row.name}${first.label}`}
                    onClick={first.act}
                  >
                    {first.label}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      {dialogs}
    </AppModal>
  )
}
