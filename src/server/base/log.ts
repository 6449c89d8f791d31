import { pino } from 'pino'

type Line = Record<string, string | number | undefined>

export const logLevels = ['error', 'warn', 'info', 'silent']

const wanted = process.env.LOG_LEVEL || 'info'

/**
 * Writes one JSON line per event to the standard output; never a password, token, ID number, phone or query string.
 * Lines of the same moment are written together.
 */
export const log = pino(
  {
    // Falls back for an unknown level, which `readEnv` refuses.
    level: logLevels.includes(wanted) ? wanted : 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 }),
)

/** Returns what may be logged of an unexpected error: PostgreSQL's messages can quote values, so only its codes are kept. */
export function describeError(error: unknown): Line {
  if (!(error instanceof Error)) return { error: typeof error }
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' | ')
  const { code, constraint, routine, table } = error as unknown as Record<string, string | undefined>
  if (routine) return { error: 'database', pgCode: code, constraint, routine, table, stack }
  return { error: `${error.name}: ${error.message.slice(0, 300)}`, errorCode: code, stack }
}
