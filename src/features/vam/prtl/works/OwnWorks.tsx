import { CirclePlay } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { WorkKind } from '#domain/activities/activities.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { ShownWork } from './ShownWorkCard.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const WorkWindow = lazyWindow(() => import('./WorkWindow.tsx'))

/** Draws the user's works, with the state of each. */
export function OwnWorks({ actNo }: { actNo: string | undefined }) {
  const { data, error, refetch } = useQuery(query(wrk.getmine, actNo ? { actNo } : {}))
  const [opened, open] = useState<ShownWork>()
  const { ask, dialog } = useConfirm()
  const remove = useSend(wrk.delete, { said: () => '作品已删除' })
  const askRemove = ({ wrkNo, title }: ShownWork) =>
    ask({
      title: `删除“${title}”？`,
      touches: '作品会从作品展示里去掉。',
      verb: '删除',
      act: () => remove.mutateAsync({ wrkNos: [wrkNo] }),
    })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (data?.length === 0) return <EmptyState hint="还没有上传过作品，在“我的报名”里上传" />
  return (
    <>
      <ul className="own-works" aria-label="我的作品" aria-busy={!data}>
        {data?.map((work) => (
          <li key={work.wrkNo}>
            <span className="work-picture">
              {work.kind === WorkKind.pictures ? (
                <img src={work.files[0]?.small} alt="" loading="lazy" />
              ) : (
                <CirclePlay aria-hidden />
              )}
            </span>
            <div className="own-work-text">
              <Button type="link" onClick={() => open(work)}>
                {work.title}
              </Button>
              <span className="grey">
                {work.name} · {work.actTitle} · {formatTime(work.crtTm)}
              </span>
              {work.answer && <span className="bad-text">没有通过：{work.answer}</span>}
            </div>
            <StatusTag type="WRK_STT" value={work.stt} />
            <Button aria-label={`删除“${work.title}”`} onClick={() => askRemove(work)}>
              删除
            </Button>
          </li>
        ))}
      </ul>
      <Suspense>
        {opened && <WorkWindow work={opened} likes={{ count: opened.likeCnt, isLiked: false }} onClose={() => open(undefined)} />}
      </Suspense>
      {dialog}
    </>
  )
}
