import type { DocCall, Schema } from './description.ts'
import { linesOf, type NamedSchemas, schemaType } from './schema.ts'
import { TryOut } from './TryOut.tsx'

type Props = { call: DocCall; named: NamedSchemas; isSignedIn: boolean }

/** Draws one call: its purpose, its right, its input and answer, and a form to try it. */
export function CallView({ call, named, isSignedIn }: Props) {
  const { method, path, title, folderTitle, permission, message, isFile, input, output } = call
  return (
    <article>
      <a className="docs-back" href="#">
        全部接口
      </a>
      <h2>
        {folderTitle}：{title}
      </h2>
      <p className="docs-path">
        <b className={method.toLowerCase()}>{method}</b> <code>{path}</code>
      </p>
      <p>
        权限：{permission}
        {message && `　成功时：${message}`}
      </p>
      <h3>参数</h3>
      <Fields schema={input} named={named} isInput />
      <h3>回答</h3>
      {isFile ? (
        <p>一个文件；失败时是 code、result、message。</p>
      ) : (
        <>
          <p>result：{schemaType(output, named)}</p>
          <Fields schema={output} named={named} />
        </>
      )}
      <h3>试用</h3>
      <TryOut call={call} named={named} isSignedIn={isSignedIn} />
    </article>
  )
}

function Fields({ schema, named, isInput = false }: { schema: Schema; named: NamedSchemas; isInput?: boolean }) {
  const lines = linesOf(schema, named)
  if (lines.length === 0) return isInput ? <p className="grey">没有参数</p> : null
  return (
    // Scrolls wide tables by keyboard too.
    <section className="docs-table" aria-label={isInput ? '参数表' : '回答表'} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">名称</th>
            <th scope="col">类型</th>
            {isInput && <th scope="col">必填</th>}
            <th scope="col">规则</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ path, depth, title, type, required, rule }, i) => (
            <tr key={`${i} ${path}`}>
              <td>
                <code className={`depth-${Math.min(depth, 4)}`}>{path}</code>
              </td>
              <td>{title}</td>
              <td>{type}</td>
              {isInput && <td>{required ? '必填' : ''}</td>}
              <td className="docs-rule">{rule}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
