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
  if (code === 'clock' || code === 'outward') return <Answer code={code} />
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

/** Maps what the operator of the machine answers on the spot to its call and its words. */
const answers = {
  clock: {
    call: pbccfg.believeclock,
    title: '机器的时间是对的吗？',
    description: '确认之后，按时间到期的来访记录等会照常清理，清理后不能找回。',
    verb: '时间是对的',
    label: '时间没有错',
  },
  outward: {
    call: pbccfg.release,
    title: '让消息照常对外发送吗？',
    description: '原来的那一套如果还在运行，同一条消息会发两次。恢复前没有发出的会列在“未送达”里，由各单位核对。',
    verb: '放行',
    label: '放行',
  },
}

function Answer({ code }: { code: keyof typeof answers }) {
  const { call, title, description, verb, label } = answers[code]
  const client = useQueryClient()
  const send = useSend(call)
  const answer = () => send.mutateAsync({}).then(() => client.invalidateQueries({ queryKey: query(home.get, {}).queryKey }))
  return (
    <Popconfirm title={title} description={description} okText={verb} onConfirm={() => void answer().catch(() => {})}>
      <Button type="link" size="small" loading={send.isPending}>
        {label}
      </Button>
    </Popconfirm>
  )
}
