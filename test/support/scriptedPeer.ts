import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Starts an external server that answers whatever the test wants, and records its requests. */
export async function startScripted() {
  const asked: string[] = []
  let answer: Answer = (_, response) => response.end()
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** Sets what is answered from now on. */
    says(next: Answer | string) {
      answer = typeof next === 'string' ? (_, response) => response.end(next) : next
      asked.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const redirect =
  (to: string): Answer =>
  (_, response) =>
    response.writeHead(302, { location: to }).end()

/** Answers rightly in the end, but later than anybody should wait. */
export const late =
  (text: string, milliseconds = 6000): Answer =>
  (_, response) =>
    void setTimeout(() => response.end(text), milliseconds).unref()
