import type pg from 'pg'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  Transaction,
} from 'kysely'
import { WireNameCompiler, withWireNames } from '#server/base/wireNames.ts'
import type { DB } from './schema.ts'

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new WireNameCompiler(),
}
const compiler = new Kysely<DB>({ dialect })

type Source = {
  source: () => Promise<pg.PoolClient>
  nameOf: (text: string) => string | undefined
  query_timeout?: number
}

/** Returns what Kysely sends its statements to: the connection comes with the first of them. */
export function connectionOf({ source, nameOf, ...patient }: Source): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      // Takes several statements in one text where there are no values; only a single one can have a name.
      const name = parameters.length > 0 ? nameOf(text) : undefined
      const client = await source()
      const result = await client.query({ text, values: parameters as unknown[], ...(name && { name }), ...patient })
      return { rows: withWireNames(result.rows as Row[]), numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('results are not streamed from the database')
    },
  }
}

/** Returns a builder of statements on such a connection; uses private parts (docs/decisions/0033-private-parts-of-the-driver.md). */
export function dbOn(connection: DatabaseConnection): Kysely<DB> {
  const provider = { provideConnection: <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => consumer(connection) }
  const executor = compiler.getExecutor().withConnectionProvider(provider)
  const config = { dialect }
  return new Transaction<DB>({ config, dialect, driver: driverless, executor })
}

const driverless = new DummyDriver() as never
