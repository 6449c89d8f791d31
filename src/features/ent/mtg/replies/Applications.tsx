import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { ApplyType, ManState } from '#domain/meetings/meetings.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { useMe } from '#web/api/me.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { mtg } from '../mtg.contract.ts'

/** Draws the applications to join or for leave: one after another, with a for yes and r for no. */
export default function Applications({ mtgNo }: { mtgNo: string }) {
  const me = useMe()
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery(query(mtg.getmtgmanpage, { mtgNo, stt: ManState.applying, pageSize: 100 }))
  const [at, setAt] = useState(0)
  const [refused, setRefused] = useState<string>()
  const pass = useSend(mtg.setpass, { said: () => '已同意申请' })
  const waiting = data?.datas ?? []
  const chosen = waiting[Math.min(at, waiting.length - 1)]
  // Excludes an application of one's own, about which nobody decides.
  const isOwn = chosen?.empNo === me.idntVal
  const agree = (manNo: string) => pass.mutate({ mtgNo, manNos: [manNo] })
  const canAct = chosen && !isOwn && !refused
  useHotkey(canAct ? 'a' : undefined, () => chosen && agree(chosen.manNo))
  useHotkey(canAct ? 'r' : undefined, () => chosen && setRefused(chosen.manNo))
  useHotkey('j', () => setAt(Math.min(at + 1, waiting.length - 1)))
  useHotkey('k', () => setAt(Math.max(at - 1, 0)))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  if (waiting.length === 0) return <EmptyState hint="没有待审批的申请" />
  return (
    <>
      <p className="grey">
        共 {data.recordCount} 份待审批
        {!narrow && '；按 a 同意，按 r 驳回，j、k 换一份'}。
      </p>
      <ul className="applications">
        {waiting.map((one, i) => (
          <li key={one.manNo} aria-current={one === chosen || undefined}>
            <button type="button" className="application-who" onClick={() => setAt(i)}>
              <strong>{one.manName}</strong> <span className="grey">{one.workUnit}</span>
              <span>
                {one.applType === ApplyType.leave ? '请假' : '申请参会'}
                {one.rsn && `：${one.rsn}`}
              </span>
            </button>
            <span className="row-actions">
              {one.empNo === me.idntVal ? (
                <span className="grey">自己的申请由别人审批</span>
              ) : (
                <>
                  <Button
                    type={one === chosen ? 'primary' : 'default'}
                    aria-label={`同意${one.manName}的申请`}
                    loading={pass.isPending && one === chosen}
                    onClick={() => agree(one.manNo)}
                  >
                    同意
                  </Button>
                  <Button danger aria-label={`驳回${one.manName}的申请`} onClick={() => setRefused(one.manNo)}>
                    驳回
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {refused && (
        <FieldsModal
          title="驳回申请"
          call={mtg.setreject}
          send={{ mtgNo, manNos: [refused] }}
          okText="驳回"
          said="已驳回申请"
          width={440}
          onClose={() => setRefused(undefined)}
          fields={['answer']}
        />
      )}
    </>
  )
}
