import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { newColumn } from '#contract/form/initial.ts'
import type { FormValues } from '#contract/form/column.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { prc } from '#features/user/prc/prc.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { type Out, refusalOf } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { delegations } from './tsk.delegations.contract.ts'
import './delegations.css'

type Row = Out<typeof delegations.getdelegations>[number]

/** Draws who decides for the caller while they are away, and for whom they decide; sets a new one and ends one early. */
export default function DelegationsDrawer({ onClose }: { onClose: () => void }) {
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery(query(delegations.getdelegations, {}))
  const offers = useQuery(query(prc.getforms, {}))
  const [isNew, setNew] = useState(false)
  const { ask, dialogs } = useDialogs()
  const end = useSend(delegations.enddelegation)
  const askEnd = ({ dlgNo, toName }: Row) =>
    ask({
      title: `结束给${toName}的委托`,
      touches: `新的审批不再转给${toName}；已经转过去的仍由${toName}审批。`,
      verb: '结束委托',
      act: () => end.mutateAsync({ dlgNo }),
    })
  return (
    <AppDrawer open className="touch" title="我的委托" size={narrow ? '100%' : 480} onClose={onClose}>
      <div className="stack">
        <p className="grey">
          离开一段时间，可以请同事代为审批。委托期间，等你审批的和新来的都由他审批，并写明“代”你审批；到期自动结束。
        </p>
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data && data.length > 0 && (
          <ul className="delegations" aria-label="委托">
            {data.map((row) => (
              <li key={row.dlgNo}>
                <p>
                  <strong>{row.mineFlag === '1' ? `由${row.toName}代我审批` : `我代${row.empName}审批`}</strong>
                  {row.onFlag === '0' && <span className="grey"> 还没有开始</span>}
                  <br />
                  <span className="grey">{`${formatTime(row.sTm)} 至 ${formatTime(row.eTm)}`}</span>
                  <br />
                  <span className="grey">{row.flows.length > 0 ? `只限：${row.flows.join('、')}` : '所有流程'}</span>
                </p>
                {row.mineFlag === '1' && (
                  <Button aria-label={`结束给${row.toName}的委托`} onClick={() => askEnd(row)}>
                    结束
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {isNew && offers.data ? (
          <NewDelegation offers={offers.data} onDone={() => setNew(false)} />
        ) : (
          <div>
            <Button type="primary" onClick={() => setNew(true)}>
              新建委托
            </Button>
          </div>
        )}
      </div>
      {dialogs}
    </AppDrawer>
  )
}

const columnsOf = (offers: Out<typeof prc.getforms>) => [
  newColumn('c1', '委托给', { kitNo: 'emp', len: 1, wdt: 2, mustFlag: '1' }),
  newColumn('c2', '开始', { ctrlNo: 'datetime', mustFlag: '1' }),
  newColumn('c3', '结束', { ctrlNo: 'datetime', mustFlag: '1' }),
  ...(offers.length > 0
    ? [
        newColumn('c4', '只限这些流程', {
          ctrlNo: 'checkbox',
          wdt: 2,
          tip: '不选就是所有流程',
          opts: offers.map(({ flowNo, flowName }) => ({ val: flowNo, name: flowName })),
        }),
      ]
    : []),
]

// Names the question of each part of what is sent, to say there what is wrong.
const questions: Record<string, string> = { toNo: 'c1', sTm: 'c2', eTm: 'c3', flowNos: 'c4' }

function NewDelegation({ offers, onDone }: { offers: Out<typeof prc.getforms>; onDone: () => void }) {
  const narrow = useNarrow()
  const sources = useFormSources()
  const columns = columnsOf(offers)
  const { values, change, errors, setErrors } = useFilled(() => emptyValues(columns))
  const delegate = useSend(delegations.delegate, { quiet: true, said: () => '委托已设置' })
  const send = () => {
    if (stopAtWrongDay()) return
    const { c1, c2, c3, c4 } = values as FormValues
    const [to] = (c1 as { no: string }[] | undefined) ?? []
    const missing = { ...(!to && { c1: '请选择委托给谁' }), ...(!c2 && { c2: '请填写开始' }), ...(!c3 && { c3: '请填写结束' }) }
    setErrors(missing)
    if (!to || Object.keys(missing).length > 0) return
    delegate.mutate(
      { toNo: to.no, sTm: c2 as string, eTm: c3 as string, flowNos: (c4 as string[] | undefined) ?? [] },
      {
        onSuccess: onDone,
        onError: (error) => {
          const { fields, message } = refusalOf(error)
          const known = fields.flatMap(({ field, message: told }) => (questions[field] ? [[questions[field], told]] : []))
          setErrors(known.length > 0 ? Object.fromEntries(known) : { form: message })
        },
      },
    )
  }
  return (
    <section aria-label="新建委托" className="stack">
      {errors['form'] && (
        <p className="bad-line" role="alert">
          {errors['form']}
        </p>
      )}
      <FormFill columns={columns} values={values} onChange={change} errors={errors} sources={sources} narrow={narrow} />
      <div className="page-tools">
        <Button type="primary" loading={delegate.isPending} onClick={send}>
          设置委托
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </section>
  )
}
