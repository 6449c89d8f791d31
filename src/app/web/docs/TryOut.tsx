import { type FormEvent, useState } from 'react'
import type { DocCall } from './description.ts'
import { type NamedSchemas, dereference, sampleOf } from './schema.ts'
import { type Reply, sendTry } from './sendTry.ts'

type Props = { call: DocCall; named: NamedSchemas; isSignedIn: boolean }

/** Makes a call with what is typed here; one that changes something asks first. */
export function TryOut({ call, named, isSignedIn }: Props) {
  const { body, method, input, isOpen } = call
  const fields = Object.entries(dereference(input, named).properties ?? {})
  const [text, setText] = useState(() => JSON.stringify(sampleOf(input, named), null, 2))
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [reply, setReply] = useState<Reply>()

  async function send(form: HTMLFormElement) {
    setAsking(false)
    setBusy(true)
    setProblem('')
    try {
      setReply(await sendTry(call, body === 'json' ? text : new FormData(form)))
    } catch (error) {
      setReply(undefined)
      setProblem((error as Error).message)
    }
    setBusy(false)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (method === 'POST' && !asking) return setAsking(true)
    void send(event.currentTarget)
  }
  if (!isOpen && !isSignedIn)
    return (
      <p>
        这个接口要登录后才能试用。<a href={`/login?redirect=${encodeURIComponent('/docs')}`}>登录</a>
      </p>
    )
  return (
    <form className="docs-try" onSubmit={submit}>
      {body === 'json' ? (
        <label>
          请求体（JSON）
          <textarea
            spellCheck={false}
            rows={Math.min(Math.max(text.split('\n').length, 4), 16)}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      ) : (
        fields.map(([name, field]) => {
          const { title, default: usual } = dereference(field, named)
          const isFile = name === 'file'
          return (
            <label key={name}>
              <span>
                {name} <span className="grey">{title}</span>
              </span>
              <input
                name={name}
                {...(isFile ? { type: 'file' } : { defaultValue: usual === undefined ? '' : String(usual), autoComplete: 'off' })}
              />
            </label>
          )
        })
      )}
      {asking ? (
        <div className="docs-ask" role="alert">
          这会真的修改数据。
          <button type="submit" className="danger">
            确定发送
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            取消
          </button>
        </div>
      ) : (
        <button type="submit" className="primary" disabled={busy}>
          {busy ? '请稍候……' : '发送'}
        </button>
      )}
      {problem && (
        <p role="alert" className="bad">
          {problem}
        </p>
      )}
      {reply && (
        <div aria-live="polite">
          <p>
            状态 {reply.status}，用时 {reply.ms} 毫秒，{reply.bytes} 字节
            {reply.file && (
              <>
                ，
                <a href={reply.file.url} download={reply.file.name}>
                  保存文件
                </a>
              </>
            )}
          </p>
          {reply.text && (
            <pre tabIndex={0} aria-label="回答">
              {reply.text}
            </pre>
          )}
        </div>
      )}
    </form>
  )
}
