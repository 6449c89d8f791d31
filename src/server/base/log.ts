type Line = Record<string, string | number | undefined>

let waiting = ''

/** One JSON line; never a password, token, ID number, phone or query string. Lines of the same moment are written together. */
export function log(line: Line) {
  if (waiting === '') setTimeout(flushLog, 100).unref()
  waiting += `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`
}

function flushLog() {
  if (waiting !== '') process.stdout.write(waiting)
  waiting = ''
}

process.on('exit', flushLog)

/** What may be told of an unexpected error: PostgreSQL's messages can quote values, so only its codes are kept. */
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
