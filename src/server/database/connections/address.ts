import { ExitError } from '#server/base/exit.ts'

/** Splits an address into what is before its user, the user, the nodes and the rest; several nodes are no URL that the platform reads. */
const form = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^@/?#]*)(.*)$/

// Says which of several nodes is meant: they are asked which of them takes writes.
const attribute = 'target_session_attrs'
const taken = ['any', 'read-write', 'primary']

/**
 * Returns an address for each node of one that names several, as libpq writes it: `postgres://user@one:5432,two:5432/name`. One node
 * is answered as it is. Throws ExitError where another kind of node is asked for than one that takes writes.
 */
export function nodesOf(url: string): string[] {
  const [, scheme = '', user, hosts = '', rest = ''] = form.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => {
    const node = new URL(`${scheme}${user === undefined ? '' : `${user}@`}${host}${rest}`)
    const wanted = node.searchParams.get(attribute)
    if (wanted && !taken.includes(wanted))
      throw new ExitError('setting', `数据库地址里的 ${attribute}=${wanted} 不能用，应为 read-write。`)
    node.searchParams.delete(attribute)
    return node.href
  })
}

/** Returns an address with another user and password than it has. */
export function withLogin(url: string, { user, password }: { user: string; password: string }): string {
  const [, scheme = '', , hosts = '', rest = ''] = form.exec(url) ?? []
  return `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${hosts}${rest}`
}

/** Returns an address with the user and the password of another one. */
export function withLoginOf(other: string, url: string): string {
  const { username, password } = firstOf(other)
  return withLogin(url, { user: decodeURIComponent(username), password: decodeURIComponent(password) })
}

/** Returns an address with a parameter. */
export const withParameter = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`

const firstOf = (url: string) => new URL(nodesOf(url)[0] as string)

/** Returns the user of an address. */
export const userOf = (url: string): string => decodeURIComponent(firstOf(url).username)

/** Tells whether an address leads to a PgBouncer, which lends connections for one transaction: `pgbouncer=true` says so. */
export const isPooled = (url: string): boolean => firstOf(url).searchParams.get('pgbouncer') === 'true'
