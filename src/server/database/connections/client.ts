import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { isPooled, nodesOf } from './address.ts'

export const timeZone = 'Asia/Shanghai'

type Settings = Record<string, string>
type Options = {
  /** Sets parameters of PostgreSQL, which a pooler in between does not take. */
  settings?: Settings
  /** Tells that it only reads, so that a replica will do. */
  reads?: boolean
}
type Done = ((error: Error) => void) | ((error: null, client: pg.Client) => void)
type Status = { parameterName: string; parameterValue: string }

// Gives settings as options where PostgreSQL itself takes them. A pooler takes none, which is what tells of one that was not named.
const optionsOf = (settings: Settings) => ({
  options: Object.entries({ TimeZone: timeZone, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})

// Notices within half a minute that a machine at the other end is gone, also where nothing is under way.
const kept = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

// Says so itself, as PostgreSQL would say to the first write.
const takesNoWrites = () => Object.assign(new Error('the node takes no writes'), { code: '25006' })

/**
 * Returns the class of the connections to an address: in the time zone of the product, to the node that takes writes where it names
 * several, and never to one that takes none. Uses private parts of the driver (docs/decisions/0033-private-parts-of-the-driver.md).
 */
export function clientOn(url: string, { settings = {}, reads = false }: Options = {}): typeof pg.Client {
  const nodes = nodesOf(url)
  const [first] = nodes
  const isThroughPooler = isPooled(url)
  const finder = finderOf(nodes, reads)
  return class extends pg.Client {
    // Collects what the node says of itself while it is connected to: a replica, or one that was set to read alone.
    private readonly saidOn = new Set<string>()

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, ...kept, connectionString: first, ...(!isThroughPooler && optionsOf(settings)) })
      const { connection } = this as unknown as { connection: EventEmitter }
      connection.on('parameterStatus', ({ parameterName, parameterValue }: Status) => {
        if (parameterValue === 'on') this.saidOn.add(parameterName)
      })
    }

    // Names the time zone by itself among what a connection begins with, where PgBouncer takes it and sets it again for each
    // transaction.
    getStartupConf(): Settings {
      const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(this: pg.Client): Settings }
      return { ...getStartupConf.call(this), ...(isThroughPooler && { TimeZone: timeZone }) }
    }

    // The pool connects with a callback, everybody else waits for the promise.
    override connect(): Promise<pg.Client>
    override connect(done: Done): void
    override connect(done?: Done): Promise<pg.Client> {
      const opened = this.open()
      const tell = done as ((error: unknown) => void) | undefined
      if (tell) opened.then(() => tell(null), tell)
      return opened
    }

    private async open(): Promise<pg.Client> {
      try {
        if (nodes.length > 1) this.turnTo(await finder.find())
        await super.connect()
      } catch (error) {
        finder.forget()
        throw error
      }
      if (reads || !(this.saidOn.has('in_hot_standby') || this.saidOn.has('default_transaction_read_only'))) return this
      finder.forget()
      await this.end()
      throw takesNoWrites()
    }

    private turnTo(node: string) {
      const { hostname: host, port } = new URL(node)
      const place = { host, port: Number(port || 5432) }
      Object.assign(this, place)
      Object.assign((this as unknown as { connectionParameters: object }).connectionParameters, place)
    }
  } as typeof pg.Client
}

// Waits so long for the answer of a node, in milliseconds: one that is gone may not answer at all.
const patience = 3_000

/** Finds the node of several that is to be connected to, and remembers it until it fails. */
function finderOf(nodes: readonly string[], reads: boolean) {
  let known: Promise<string> | undefined
  const ask = async (node: string) => {
    const client = new (clientOn(node, { reads }))({ connectionTimeoutMillis: patience })
    client.on('error', () => {})
    await client.connect()
    void client.end().catch(() => {})
    return node
  }
  const findAmong = async () => {
    try {
      return await Promise.any(nodes.map(ask))
    } catch (error) {
      known = undefined
      throw mostTelling((error as AggregateError).errors)
    }
  }
  return { find: () => (known ??= findAmong()), forget: () => void (known = undefined) }
}

// Prefers what a node answered to one that did not answer: a wrong password, or that it takes no writes.
const mostTelling = (errors: readonly unknown[]) =>
  errors.find((error) => /^(28|3D)/.test(codeOf(error))) ?? errors.find((error) => codeOf(error) === '25006') ?? errors[0]

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
