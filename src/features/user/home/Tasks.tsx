import { CheckCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import type * as z from 'zod'
import type { Task } from './home.contract.ts'

/** Draws what waits for the user, each with the page that shows just these; undefined while it is read. */
export function Tasks({ tasks }: { tasks: z.output<typeof Task>[] | undefined }) {
  return (
    <section className="home-card home-tasks" aria-labelledby="home-tasks" aria-busy={!tasks}>
      <h2 id="home-tasks">待办</h2>
      {tasks?.length === 0 && (
        <p className="home-none">
          <CheckCircleOutlined /> 今天没有待办
        </p>
      )}
      <ul>
        {tasks?.map(({ code, text, path }) => (
          <li key={code}>
            <span>{text}</span>
            <Link to={path} aria-label={`去处理：${text}`}>
              去处理
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
