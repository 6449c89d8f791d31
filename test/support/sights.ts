import pg from 'pg'
import { sightSettings } from '#server/database/sight.ts'
import { baseOfRoles, type Sight } from '#server/database/ways.ts'
import type { TestServer } from './harness.ts'

/** Returns what the roles of a server's installation begin with. */
export const baseOf = ({ services }: TestServer) => baseOfRoles(services.database.url) as string

/** Writes the settings under which a transaction works on these rows, its role among them, as the first text of a call does. */
export const settingsOf = (server: TestServer, sight: Sight): string =>
  Object.entries(sightSettings(sight, baseOf(server)))
    .map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value ?? '')};`)
    .join('')
