import { useEffect, useState, useSyncExternalStore } from 'react'
import { readToken } from '#web/api/session.ts'
import { CallView } from './CallView.tsx'
import { describedCalls, type Description, type DocCall, isFound } from './description.ts'
import type { NamedSchemas } from './schema.ts'

const listen = (tell: () => void) => {
  addEventListener('hashchange', tell)
  return () => removeEventListener('hashchange', tell)
}
// Takes a malformed part of an address literally.
function hash(): string {
  const written = location.hash.slice(1)
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
const useHash = () => useSyncExternalStore(listen, hash)

type Read = { calls: DocCall[]; named: NamedSchemas }

async function read(): Promise<Read> {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error(`接口说明读取失败（${response.status}），请稍后重试`)
  const description = (await response.json()) as Description
  return { calls: describedCalls(description), named: description.components.schemas }
}

/** Draws every call of the product, to read and to try. */
export function Docs() {
  const [content, setContent] = useState<Read>()
  const [problem, setProblem] = useState('')
  const [word, setWord] = useState('')
  const chosen = useHash()
  useEffect(() => {
    read().then(setContent, (error: Error) => setProblem(error.message || '网络连接失败，请检查网络后重试'))
  }, [])
  const found = content?.calls.filter((call) => isFound(call, word.trim())) ?? []
  const call = content?.calls.find(({ id }) => id === chosen)
  const isSignedIn = readToken() !== undefined
  return (
    <div className="docs">
      <header>
        <h1>接口文档</h1>
        <span className="grey">{content && `${content.calls.length} 个接口`}</span>
        <span className="grey docs-who">
          {isSignedIn ? '以本标签页登录的账号试用' : '未登录，只能试用无需登录的接口。'}
          {!isSignedIn && <a href="/login?redirect=%2Fdocs">登录</a>}
        </span>
      </header>
      <div className={call ? 'docs-body chosen' : 'docs-body'}>
        <nav aria-label="接口">
          <input
            type="search"
            aria-label="查找接口"
            placeholder="查找：路径、名称、模块"
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          {content && found.length === 0 && <p className="grey">没有符合“{word}”的接口</p>}
          {[...Map.groupBy(found, ({ folder }) => folder)].map(([folder, calls]) => (
            <Folder key={folder} calls={calls} chosen={call} isOpen={word.trim() !== ''} />
          ))}
        </nav>
        <main>
          {problem && (
            <p role="alert" className="bad">
              {problem}{' '}
              <button type="button" onClick={() => location.reload()}>
                重试
              </button>
            </p>
          )}
          {call && content ? (
            <CallView key={call.id} call={call} named={content.named} isSignedIn={isSignedIn} />
          ) : (
            !problem && <Introduction isRead={content !== undefined} />
          )}
        </main>
      </div>
    </div>
  )
}

function Folder({ calls, chosen, isOpen }: { calls: DocCall[]; chosen: DocCall | undefined; isOpen: boolean }) {
  const [first] = calls
  return (
    <details open={isOpen || first?.folder === chosen?.folder}>
      <summary>
        {first?.folderTitle} <span className="grey">/{first?.folder}</span>
      </summary>
      <ul>
        {calls.map(({ id, method, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === chosen?.id ? 'page' : undefined}>
              <b className={method.toLowerCase()}>{method}</b> {title} <span className="grey">{id.split('/').at(-1)}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Introduction = ({ isRead }: { isRead: boolean }) => (
  <section className="docs-intro">
    <h2>怎样调用</h2>
    {isRead ? (
      <>
        <p>所有接口在 /api/services 下。请求头 Authorization: Bearer 令牌，令牌由登录接口给出。</p>
        <p>GET 的参数在地址里，列表用逗号隔开；POST 的参数是 JSON，多数放在 data 里。日期为 yyyyMMdd，时间为 yyyyMMddHHmmss。</p>
        <p>回答总是 code、result、message：code 为 0 是成功，其他是失败，message 说明原因。</p>
        <p>
          从左边选一个接口查看和试用。机器可读的说明：<a href="/api/openapi.json">/api/openapi.json</a>（OpenAPI 3.1）。
        </p>
      </>
    ) : (
      <p className="grey">正在读取接口说明……</p>
    )}
  </section>
)
