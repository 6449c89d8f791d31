import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { originsIn } from '#domain/collections/origins.web.ts'
import { FillDrawer } from '#domain/forms/drawer/FillDrawer.tsx'
import { emptyValues } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { useSend } from '#web/api/api.ts'
import { type Out, refusalOf, send } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { hnd } from '../hnd.contract.ts'

type Props = {
  collection: Out<typeof hnd.get>
  row: { toNo: string; name: string }
  onClose: () => void
}

/** Answers for somebody who cannot, from paper or by phone; begins with what the caller wrote for them before. */
export default function ProxyDrawer(props: Props) {
  const { collection, row, onClose } = props
  const key = { hndNo: collection.hndNo, toNo: row.toNo }
  const { data, error, refetch } = useQuery({
    queryKey: [hnd.getproxy.path, key],
    queryFn: () => send(hnd.getproxy, key).then(({ result }) => result),
    meta: { saysItself: true },
    // Reads anew whenever it is opened, and keeps no number in clear.
    gcTime: 0,
  })
  if (data) return <Filling {...props} before={data} />
  return (
    <AppDrawer open title={`代填：${row.name}`} size={640} onClose={onClose}>
      {error ? <ReadFailed message={error.message} onRetry={() => void refetch()} /> : <Spin delay={200} />}
    </AppDrawer>
  )
}

function Filling({
  collection: { hndNo, billClmns },
  row: { toNo, name },
  onClose,
  before: { vals, known, files },
}: Props & { before: Out<typeof hnd.getproxy> }) {
  const formSources = useFormSources()
  const sources: FormSources = {
    ...formSources,
    send: (file, clmnNo) => send(hnd.upload, { hndNo, toNo, clmnNo, file }).then(({ result }) => result),
    linkOf: (fileNo) => files.find((one) => one.fileNo === fileNo)?.url,
  }
  const filled = useFilled(() => ({ ...emptyValues(billClmns), ...vals }))
  const { values, errors, setErrors, refuse, isTouched } = filled
  const kept = known.flatMap(({ clmnNo, shown }) => (shown === null ? [] : [clmnNo]))
  const paging = usePaging({ columns: billClmns, values, errors, setErrors, sources, kept })
  const answer = useSend(hnd.proxy, { quiet: true })
  const { ask, dialog } = useLeaving()
  const submit = () => {
    if (stopAtWrongDay()) return
    setErrors({})
    answer.mutate({ hndNo, toNo, vals: values, kept }, { onSuccess: onClose, onError: (error) => refuse(refusalOf(error)) })
  }
  return (
    <>
      <FillDrawer
        title={`代填：${name}`}
        columns={billClmns}
        filled={filled}
        paging={paging}
        origins={originsIn({ known, vals }, values)}
        sources={sources}
        isBusy={answer.isPending}
        onSubmit={submit}
        onClose={() => (isTouched ? ask(onClose) : onClose())}
        intro={<p className="grey">按纸上或电话里说的填写，会标明是谁代填的。</p>}
      />
      {dialog}
    </>
  )
}
