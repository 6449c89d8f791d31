import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useSearchParams } from 'react-router'
import { AskedAnswer } from '#domain/collections/AskedAnswer.tsx'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { useSend } from '#web/api/api.ts'
import { refusalOf, send } from '#web/api/send.ts'
import { PageHead } from '#web/head/PageHead.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { ans } from './ans.contract.ts'
import './ans.css'

/** Draws a form that somebody is asked to fill in, which a message has brought. */
export default function AskedScreen() {
  const [params] = useSearchParams()
  const chdNo = params.get('chdNo')
  const key = { hndNo: params.get('hndNo') ?? '', ...(chdNo && { chdNo }) }
  const queryKey = [ans.open.path, key]
  const narrow = useNarrow()
  const sources = useFormSources()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => send(ans.open, key).then(({ result }) => result),
    meta: { saysItself: true },
    // Reads anew whenever it is opened: what was kept since is newer than what was read.
    gcTime: 0,
  })
  const answer = useSend(ans.send, { quiet: true })
  const sendFile: FormSources['send'] = (file, clmnNo) => send(ans.upload, { ...key, clmnNo, file }).then(({ result }) => result)
  const name = data && (data.stuName ? `${data.stuName}：${data.title}` : data.title)
  useTabName(name)
  if (error && !data) return <ReadFailed page="填写表单" message={error.message} onRetry={() => void refetch()} />
  if (!data || !name) return <Spin delay={200} className="page-spin" />
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '消息中心', to: '/message/index' }]} />
      <PageHead title={name} />
      <section className="asked-page">
        <p className="grey">{data.sndName} 发起</p>
        <AskedAnswer
          key={`${key.hndNo} ${chdNo ?? ''} ${data.sentTm ?? ''}`}
          form={data}
          sources={{ ...sources, send: sendFile }}
          narrow={narrow}
          onKeep={(vals) => send(ans.save, { ...key, vals })}
          onSend={(vals, kept) => answer.mutateAsync({ ...key, vals, kept })}
          refusalOf={refusalOf}
          button={({ label, busy, onPress }) => (
            <Button
              type="primary"
              className="asked-send"
              htmlType={onPress ? 'button' : 'submit'}
              loading={busy}
              {...(onPress && { onClick: onPress })}
            >
              {label}
            </Button>
          )}
        />
      </section>
    </div>
  )
}
