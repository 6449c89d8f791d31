import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { captcha } from '#contract/shell/captcha.contract.ts'
import { useChallenge, type Solved } from './useChallenge.web.ts'
import './captcha.css'

type Props = { onSolved: (solved: Solved | undefined) => void; children: ReactNode }

/** Draws four characters to be read from a picture. */
export function ImageCheck({ onSolved, children }: Props) {
  const { challenge, problem, renew } = useChallenge(captcha.getcode)
  const [code, setCode] = useState('')
  const type = (typed: string) => {
    setCode(typed)
    onSolved(challenge && typed.trim().length === 4 ? { codeId: challenge.codeId, code: typed.trim() } : undefined)
  }
  const another = () => {
    type('')
    renew()
  }
  return (
    <>
      <div className="check-code">
        <Input
          size="large"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={4}
          aria-label="图片中的 4 个字符"
          placeholder="图片中的 4 个字符"
          value={code}
          onChange={(event) => type(event.target.value)}
        />
        <button type="button" aria-label="看不清，换一张" title="看不清，换一张" onClick={another}>
          {challenge && <img src={challenge.image} alt="" />}
        </button>
      </div>
      <div className="check-more">
        <span role="status">{problem || '不分大小写，看不清点图片'}</span>
        {children}
      </div>
    </>
  )
}
