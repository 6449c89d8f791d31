import { ExitError } from './exit.ts'

/** Describes the external servers that this one trusts with signing in, and its own address, to which they send people back. */
export type IdentityProviders = { publicUrl: string; sso?: Sso; cas?: Cas }
export type Sso = { issuer: URL; clientId: string; clientSecret: string; attr: string }
/** Describes a CAS server; `attr` names the account, undefined takes the CAS user itself. */
export type Cas = { url: string; attr: string | undefined }

/** Reads them from the environment; the README lists them. What would not be safe does not start. */
export function readIdentityProviders(env: NodeJS.ProcessEnv): IdentityProviders {
  const sso = env.SSO_ISSUER ? readSso(env.SSO_ISSUER, env) : undefined
  const cas = env.CAS_URL
    ? { url: address('CAS_URL', env.CAS_URL).href.replace(/\/$/, ''), attr: env.CAS_ATTR || undefined }
    : undefined
  if ((sso || cas) && !env.PUBLIC_URL)
    throw new ExitError('setting', '设置了 SSO_ISSUER 或 CAS_URL，还要用 PUBLIC_URL 写明本系统的网址。')
  const publicUrl = env.PUBLIC_URL ? address('PUBLIC_URL', env.PUBLIC_URL).origin : ''
  return { publicUrl, ...(sso && { sso }), ...(cas && { cas }) }
}

function readSso(issuer: string, env: NodeJS.ProcessEnv): Sso {
  const { SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret, SSO_ATTR } = env
  if (!clientId || !clientSecret)
    throw new ExitError('setting', '设置了 SSO_ISSUER，还要设置 SSO_CLIENT_ID 和 SSO_CLIENT_SECRET。')
  return { issuer: address('SSO_ISSUER', issuer), clientId, clientSecret, attr: SSO_ATTR || 'preferred_username' }
}

function address(name: string, written: string): URL {
  const url = URL.parse(written)
  if (!url || !isSafe(url))
    throw new ExitError('setting', `${name}=${written} 不能用，应为 https:// 开头的网址（本机可以用 http://）。`)
  return url
}

/** Tells whether an address is encrypted or inside this machine, so that secrets may be sent there. */
export const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
