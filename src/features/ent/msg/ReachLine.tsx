import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { channels } from '#domain/channels/channels.contract.ts'
import { type In, send } from '#web/api/send.ts'
import { formatCount } from '#web/page/format.ts'
import type { ChosenPart } from '#domain/messages/messages.contract.ts'
import { msg } from './msg.contract.ts'

const pause = 600

/** Asks whom a scope reaches, which only the server can tell; nothing of it is kept. */
export function usePreview(
  scope: readonly ChosenPart[],
  writtenTitle: string | undefined,
  msgCls: In<typeof msg.preview>['msgCls'],
) {
  const [title, setTitle] = useState(writtenTitle)
  // Asks with a title once nobody has typed for a moment.
  useEffect(() => {
    const timer = setTimeout(() => setTitle(writtenTitle), pause)
    return () => clearTimeout(timer)
  }, [writtenTitle])
  return useQuery({
    queryKey: [msg.preview.path, scope, title, msgCls],
    queryFn: () =>
      send(msg.preview, { scope: [...scope], ...(msgCls && { msgCls }), ...(title && { title: title.slice(0, 80) }) }).then(
        ({ result }) => result,
      ),
    enabled: scope.length > 0,
    placeholderData: (before) => before,
    meta: { saysItself: true },
  })
}

/** Says whom a message reaches, and who is left out. */
export function ReachLine({ parts, preview: { data, error } }: { parts: number; preview: ReturnType<typeof usePreview> }) {
  const [isOpen, setOpen] = useState(false)
  if (parts === 0) return null
  if (error)
    return (
      <p className="bad-line" role="alert">
        {error.message}
      </p>
    )
  if (!data) return <p className="grey">正在计算会发给谁……</p>
  const { toCnt, empCnt, ptrCnt, stuCnt, offEmpCnt, offPtrCnt, weekCnt, sameCnt, chnCnts, unreached } = data
  const outside = chnCnts.map(({ chnKind, cnt }) => `${channels[chnKind].name} ${formatCount(cnt)} 人`).join('、')
  const who = [
    empCnt > 0 && `${formatCount(empCnt)} 名员工`,
    ptrCnt > 0 && `${formatCount(ptrCnt)} 位家长（${formatCount(stuCnt)} 名学生）`,
  ].filter(Boolean)
  return (
    <div className="reach" aria-live="polite">
      <p>
        {toCnt > 0 ? `会发给 ${who.join('、')}。` : '没有人会收到，请另选接收人。'}
        {weekCnt > 0 && `其中有人本周已收到 ${formatCount(weekCnt)} 条。`}
      </p>
      {outside && <p>同时通过{outside}。</p>}
      {offEmpCnt > 0 && (
        <p className="remark-text">{formatCount(offEmpCnt)} 名员工没有账号，也没有渠道能找到，请打印名单或打电话告诉他们。</p>
      )}
      {offPtrCnt > 0 && (
        <p className="remark-text">{formatCount(offPtrCnt)} 位家长没有渠道能找到，请打印名单或打电话告诉他们。</p>
      )}
      {sameCnt > 0 && <p className="remark-text">今天已经发过同样标题的消息，请确认不是重复发送。</p>}
      {unreached.length > 0 && (
        <p className="remark-text">
          {formatCount(unreached.length)} 名学生没有接收消息的家长。{' '}
          <Button type="link" size="small" onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '查看'}
          </Button>
          {isOpen && <span>{unreached.map(({ unitName, stuName }) => `${unitName} ${stuName}`).join('、')}</span>}
        </p>
      )}
    </div>
  )
}
