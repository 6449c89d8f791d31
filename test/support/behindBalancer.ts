import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { inTwoProcesses } from './parts.ts'

/** Returns how many processes answer the calls of the present test file in turns; 0 where the testing process answers itself. */
export const processes = (): number =>
  Number(process.env.PROCESSES ?? (inTwoProcesses.some((part) => expect.getState().testPath?.includes(part)) ? 2 : 0))

/** Describes what a server process works on. */
export type Order = { database: string; folder: string }

type Worker = { child: ChildProcess; tell(message: Order | number): Promise<number> }

let workers: Worker[] | undefined

function makeWorker(_: unknown, at: number): Worker {
  const child = fork(join(import.meta.dirname, 'serving.process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Names the process for the database.
    env: { ...process.env, PGAPPNAME: `process ${at + 1}` },
  })
  child.unref()
  child.channel?.unref()
  const answers = on(child, 'message')
  let last: Promise<unknown> = Promise.resolve()
  return {
    child,
    // Sends one after the other, so that an answer belongs to the last message.
    tell(message) {
      const told = last.then(async () => {
        child.channel?.ref()
        child.send(message)
        const [answer] = (await answers.next()).value as [number]
        child.channel?.unref()
        return answer
      })
      last = told
      return told
    },
  }
}

/** Opens the processes' servers on one database and folder, behind a balancer that gives each the next request. */
export async function openBehindBalancer(order: Order): Promise<{ url: string; close(): Promise<void> }> {
  workers ??= Array.from({ length: processes() }, makeWorker)
  const opened = await Promise.all(workers.map(async (worker) => ({ worker, port: await worker.tell(order) })))
  let next = 0
  // Leaves too long requests to the processes.
  const balancer = createServer({ maxHeaderSize: 2 ** 20 }, (from, to) =>
    pass(from, to, (opened[next++ % opened.length] as { port: number }).port),
  )
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(balancer.address() as { port: number }).port}`,
    async close() {
      balancer.closeAllConnections()
      await new Promise((resolve) => balancer.close(resolve))
      await Promise.all(opened.map(({ worker, port }) => worker.tell(port)))
    },
  }
}

/** Opens a server in a process of its own, whose memory is that of the server alone. */
export async function openApart(order: Order): Promise<{ url: string; pid: number; close(): Promise<void> }> {
  const { child, tell } = makeWorker(undefined, 0)
  const port = await tell(order)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    async close() {
      await tell(port)
      child.disconnect()
    },
  }
}

function pass(from: IncomingMessage, to: ServerResponse, port: number) {
  const { method, url: path, rawHeaders: headers } = from
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    to.writeHead(
      answer.statusCode ?? 500,
      answer.rawHeaders.filter((_, at) => !/^(connection|keep-alive)$/i.test(nameAt(answer.rawHeaders, at))),
    )
    answer.pipe(to).on('error', () => answer.destroy())
  })
  onward.on('error', () => to.destroy())
  to.on('close', () => to.writableFinished || onward.destroy())
  from.pipe(onward)
}

// Names and values alternate.
const nameAt = (headers: string[], at: number) => headers[at - (at % 2)] as string
