import type { DemoEnterprise } from './enterprise.ts'
import { makeRandom, type Random } from './random.ts'

const days = 30
const day = 24 * 3600_000
const clients = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
]

type Account = { userNo: string; name: string }

/**
 * Makes the sign-ins of the accounts in the days before today, the oldest first: on workdays mostly, sometimes with a wrong
 * password first.
 */
export function makeSignIns(
  seed: number,
  enterprises: readonly DemoEnterprise[],
  accounts: readonly Account[],
  now = Date.now(),
) {
  const random = makeRandom(seed)
  const nameOf = new Map(accounts.map(({ userNo, name }) => [userNo, name]))
  const identities = enterprises.flatMap(({ rows }) => rows.identity)
  const today = startOfDay(now)
  const lines = Array.from({ length: days }, (_, i) => today - (days - i) * day).flatMap((date) =>
    identities.flatMap(({ userNo, idntNo, entNo }) =>
      timesOn(date, random).flatMap((at) => {
        const came = {
          name: nameOf.get(userNo),
          userNo,
          way: 'pwd',
          address: `192.168.1.${random.between(10, 99)}`,
          client: random.pick(clients),
        }
        const ok = { ...came, at: new Date(at).toISOString(), idntNo, entNo, result: 'ok' }
        if (!random.chance(0.08)) return [ok]
        return [{ ...came, at: new Date(at - 20_000).toISOString(), idntNo: null, entNo: null, result: 'wrongPassword' }, ok]
      }),
    ),
  )
  return lines.sort((one, other) => (one.at < other.at ? -1 : 1))
}

// Shifts the days to those of Shanghai, in milliseconds.
const offset = 8 * 3600_000
const startOfDay = (at: number) => Math.floor((at + offset) / day) * day - offset

function timesOn(date: number, random: Random): number[] {
  const weekday = new Date(date + offset).getUTCDay()
  const isFree = weekday === 0 || weekday === 6
  if (!random.chance(isFree ? 0.1 : 0.85)) return []
  return Array.from({ length: random.between(1, 3) }, () => date + random.between(8 * 3600, 18 * 3600) * 1000)
}
