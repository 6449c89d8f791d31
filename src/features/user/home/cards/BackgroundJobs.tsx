import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { formatCount, formatTime } from '#web/page/format.ts'

/** Draws how the work stands that the servers do by themselves, for whoever runs them. */
export default function BackgroundJobs() {
  const { data } = useQuery(query(pbccfg.getjobs, {}))
  const retry = useSend(pbccfg.retryjobs)
  return (
    <section className="home-card" aria-labelledby="home-jobs">
      <h2 id="home-jobs">后台任务</h2>
      <ul className="home-rows">
        {data?.map(({ name, title, waitCnt, failCnt, lastTm, why }) => (
          <li key={name}>
            <span className="home-words">
              {title}
              <small>
                {lastTm ? `上次完成 ${formatTime(lastTm)}` : '还没有完成过'} · 等待和进行中 {formatCount(waitCnt)}
                {failCnt > 0 && (
                  <span className="bad-text">
                    {' '}
                    · 失败 {formatCount(failCnt)}
                    {why && `：${why}`}
                  </span>
                )}
              </small>
            </span>
            {failCnt > 0 && (
              <Button type="link" size="small" loading={retry.isPending} onClick={() => retry.mutate({ name })}>
                重新开始
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
