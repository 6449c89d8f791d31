import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Limits the connections, and the time in milliseconds in which some of an awaited body has to come, in bytes. */
export type ConnectionLimits = { most: number; slowMs: number; leastBytes: number }

/** Allows a kilobyte in eight seconds, which any line reaches on which pages open at all. */
export const usualConnections: ConnectionLimits = { most: 10_000, slowMs: 30_000, leastBytes: 4096 }

/** Ends a connection whose headers do not come 15 seconds after it began at the latest: they are looked for every five. */
export const headerLimits = { headersTimeout: 10_000, connectionsCheckingInterval: 5000 }

/** Describes a connection: its request under way, and the bytes that had come when they were last looked at. */
type Held = { request: IncomingMessage | undefined; seen: number }

/**
 * Keeps room for new connections: beyond the ceiling the one goes that has waited longest without a request, then one whose
 * request has not come whole. Ends connections on which an awaited body hardly comes, with `answerSlow`.
 */
export function limitConnections(
  server: Server,
  { most, slowMs, leastBytes }: ConnectionLimits,
  answerSlow: (socket: Socket) => void,
) {
  // Stands in the order of the last use.
  const connections = new Map<Socket, Held>()

  server.on('connection', (socket: Socket) => {
    if (connections.size >= most) (mostIdle() ?? socket).destroy()
    if (socket.destroyed) return
    connections.set(socket, { request: undefined, seen: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response) => {
    const { socket } = request
    const held = connections.get(socket)
    if (!held) return
    Object.assign(held, { request, seen: socket.bytesRead })
    response.once('close', () => {
      // Holds on to a request that was answered before it had come whole, for the rest is still awaited.
      if (request.complete) held.request = undefined
      if (connections.delete(socket) && !socket.destroyed) connections.set(socket, held)
    })
  })

  function mostIdle(): Socket | undefined {
    let halfSent: Socket | undefined
    for (const [socket, { request }] of connections) {
      if (!request) return socket
      if (!request.complete) halfSent ??= socket
    }
    return halfSent
  }

  const watching = setInterval(() => {
    for (const [socket, held] of connections) {
      const { request, seen } = held
      // Counts only what the other side withholds: what has come and waits to be read is no fault of its own.
      if (request && !request.complete && request.readableLength === 0 && socket.bytesRead - seen < leastBytes) answerSlow(socket)
      held.seen = socket.bytesRead
    }
  }, slowMs).unref()
  server.once('close', () => clearInterval(watching))
}
