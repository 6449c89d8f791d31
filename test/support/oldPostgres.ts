import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

const message = (type: string, ...parts: (string | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}
const ready = message('Z', 'I')

// Answers any statement with one row of one text, as `show server_version` does.
const answerOf = (text: string) =>
  Buffer.concat([
    message('T', int(1, 2), 'server_version\0', int(0, 4), int(0, 2), int(25, 4), int(-1, 2), int(-1, 4), int(0, 2)),
    message('D', int(1, 2), int(text.length, 4), text),
    message('C', 'SHOW\0'),
    ready,
  ])

/** Listens as a PostgreSQL of this version that lets everybody in; `asked` holds the statements that it was sent. */
export async function pretendPostgres(version: string): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = []
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    // Takes each piece for one message, which is so with a client that waits for its answers.
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int(0, 4)), message('S', `server_version\0${version}\0`), ready]))
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) !== 'Q') return void socket.end()
        asked.push(data.toString('utf8', 5, data.length - 1))
        socket.write(answerOf(version))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `postgres://owner:any@127.0.0.1:${port}/campus?sslmode=disable`, asked, close: () => server.close() }
}

/** Finds the programs of a real PostgreSQL below a version, as Debian installs them; undefined where there is none. */
export function findOlderThan(version: number): string | undefined {
  const home = '/usr/lib/postgresql'
  const older = (existsSync(home) ? readdirSync(home) : []).filter((name) => Number(name) >= 10 && Number(name) < version)
  return older.map((name) => join(home, name, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** Starts it in a folder on a port of the loopback, for a user who is not root; answers what ends it. */
export function startOlder(bin: string, folder: string, { port, user }: { port: number; user: { uid?: number; gid?: number } }) {
  const data = join(folder, 'old')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-N'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`, stop: () => child.kill('SIGQUIT') && ended }
}
