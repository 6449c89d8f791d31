import { Pencil } from 'lucide-react'
import { Button, Input } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { explain } from '#contract/explain.ts'
import { user } from '#contract/shell/user.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'

const { input } = user.updatenickname

/** Draws one's nickname, changed in its place: Enter saves, Escape leaves it as it was. */
export function NickName() {
  const me = useMe()
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState('')
  const change = useSend(user.updatenickname, { said: ({ nickName }) => `昵称已改为“${nickName}”` })
  const close = () => setText(undefined)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const nickName = text?.trim() ?? ''
    const { error } = input.safeParse({ nickName })
    if (error) return setProblem(explain(input, error)[0]?.message ?? '')
    if (nickName === me.nickName) return close()
    change.mutate({ nickName }, { onSuccess: close })
  }
  if (text === undefined)
    return (
      <div className="profile-name">
        <strong>{me.nickName}</strong>
        {!me.imitUserNo && (
          <Button
            type="text"
            icon={<Pencil />}
            aria-label="修改昵称"
            onClick={() => {
              setText(me.nickName)
              setProblem('')
            }}
          />
        )}
      </div>
    )
  return (
    <form onSubmit={save} onKeyDown={({ key }) => key === 'Escape' && close()}>
      <div className="profile-name">
        <Input
          autoFocus
          aria-label="昵称"
          aria-invalid={problem !== ''}
          aria-describedby="nickname-problem"
          maxLength={30}
          value={text}
          status={problem ? 'error' : ''}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          保存
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
      <div id="nickname-problem" className="bad-text" role="alert">
        {problem}
      </div>
    </form>
  )
}
