import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'antd'
import type { ChosenPart } from '#domain/messages/messages.contract.ts'
import { send } from '#web/api/send.ts'
import { formatCount } from '#web/page/format.ts'
import { hnd } from '../hnd.contract.ts'

/** Asks whom a scope means, which only the server can tell; nothing of it is kept. */
export const useAskedPreview = (scope: readonly ChosenPart[], tmplNo?: string, gapFlag: '0' | '1' = '0') =>
  useQuery({
    queryKey: [hnd.preview.path, scope, tmplNo, gapFlag],
    queryFn: () => send(hnd.preview, { scope: [...scope], ...(tmplNo && { tmplNo }), gapFlag }).then(({ result }) => result),
    enabled: scope.length > 0,
    placeholderData: (before) => before,
    meta: { saysItself: true },
  })

// Names at most so many, as the server does.
const mostNamed = 50

type Props = { parts: number; preview: ReturnType<typeof useAskedPreview> }

/** Says who is asked, and whom no message reaches. */
export function AskedLine({ parts, preview: { data, error } }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (parts === 0) return <p className="grey asked-line">员工各填一份；学生每人一份，由一位家长填写。</p>
  if (error)
    return (
      <p className="bad-line" role="alert">
        {error.message}
      </p>
    )
  if (!data) return <p className="grey">正在计算谁来填……</p>
  const { empCnt, stuCnt, unreached } = data
  const who = [empCnt > 0 && `${formatCount(empCnt)} 名员工`, stuCnt > 0 && `${formatCount(stuCnt)} 名学生的家长`].filter(Boolean)
  return (
    <div className="asked-line" aria-live="polite">
      <p>{who.length > 0 ? `请${who.join('、')}填写。` : '没有人要填，请另选。'}</p>
      {unreached.length > 0 && (
        <p>
          其中{unreached.length >= mostNamed && '至少'} {formatCount(unreached.length)} 名学生没有家长接收消息，可以由老师代填。
          <Button type="link" size="small" onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '看是谁'}
          </Button>
        </p>
      )}
      {isOpen && <p className="grey">{unreached.map(({ stuName, unitName }) => `${stuName}（${unitName}）`).join('、')}</p>}
    </div>
  )
}
