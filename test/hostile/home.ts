import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the server that hostile files call: an address on this machine with this page; keeps the requests that came. */
export async function listen(page: (url: string) => string = () => '') {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('content-type', 'text/html')
      .end(page(`http://${request.headers.host}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, calls, close }
}
