// Lists the more specific names first: browsers name their ancestors too.
const browsers: [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,6})/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const unknown = '其他'

/** Returns the short name of a client: `Chrome 140 · Windows`; `其他` where it is unknown. */
export function clientName(agent: string | null): string {
  const said = agent ?? ''
  const browser = browsers.map(([pattern, name]) => ({ name, version: said.match(pattern)?.[1] })).find(({ version }) => version)
  const system = systems.find(([pattern]) => pattern.test(said))?.[1]
  return [browser && `${browser.name} ${browser.version}`, system].filter(Boolean).join(' · ') || unknown
}

/** Returns a client without its version. */
export const deviceName = (agent: string | null): string => clientName(agent).replace(/ \d+/, '')

/** Tells whether two clients are alike but for their versions, so that an update makes no new device; unknown ones only if equal. */
export const isSameDevice = (one: string | null, other: string | null): boolean =>
  one === other || (deviceName(one) !== unknown && deviceName(one) === deviceName(other))

/** Returns the region of an address, as far as it is known without asking another server. */
export function regionOf(address: string | null): string {
  if (!address) return '未知'
  const plain = address.replace(/^::ffff:/, '')
  if (/^(127\.|::1$)/.test(plain)) return '本机'
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80:)/i.test(plain) ? '内网' : '外网'
}
