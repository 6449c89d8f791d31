import { CircleCheck } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { Link } from 'react-router'
import type * as z from 'zod'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { home, type Task } from '../home.contract.ts'

/** Draws what waits for the user, each with the page that shows just these. */
export function Tasks({ tasks }: { tasks: z.output<typeof Task>[] }) {
  return (
    <section className="home-card home-tasks" aria-labelledby="home-tasks">
      <h2 id="home-tasks">待办</h2>
      {tasks.length === 0 && (
        <p className="home-none">
          <CircleCheck /> 今天没有待办
        </p>
      )}
      <ul className="home-rows">
        {tasks.map((task) => (
          <li key={task.code}>
            <span className="home-words">{task.text}</span>
            <Way task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// Leads to where a task is done; what is done on the machine itself to the manual.
function Way({ task: { code, text, path } }: { task: z.output<typeof Task> }) {
  if (code === 'clock') return <ClockAnswer />
  if (path.startsWith('/manual/'))
    return (
      <a href={path} target="_blank" rel="noreferrer" aria-label={`怎么办：${text}`}>
        怎么办
      </a>
    )
  return (
    <Link to={path} aria-label={`去处理：${text}`}>
      去处理
    </Link>
  )
}

function ClockAnswer() {
  const client = useQueryClient()
  const believe = useSend(pbccfg.believeclock)
  const answer = () => believe.mutateAsync({}).then(() => client.invalidateQueries({ queryKey: query(home.get, {}).queryKey }))
  return (
    <Popconfirm
      title="机器的时间是对的吗？"
      description="确认之后，按时间到期的来访记录等会照常清理，清理后不能找回。"
      okText="时间是对的"
      onConfirm={() => void answer().catch(() => {})}
    >
      <Button type="link" size="small" loading={believe.isPending}>
        时间没有错
      </Button>
    </Popconfirm>
  )
}
