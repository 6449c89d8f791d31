import { BlockList, isIP } from 'node:net'
import { ExitError } from './exit.ts'

/** Parses the addresses and networks of a setting, separated by commas; `names` are the words allowed beside them. */
export function readAddressList(setting: string, written: string | undefined, names: readonly string[] = []): string[] {
  const peers = (written ?? '')
    .split(',')
    .map((peer) => peer.trim())
    .filter(Boolean)
  for (const peer of peers)
    if (!names.includes(peer) && !isNetwork(peer))
      throw new ExitError('setting', `${setting} 里的“${peer}”不是地址，应为 10.0.0.5 或 10.0.0.0/8 这样的写法，多个用逗号分隔。`)
  return peers
}

function isNetwork(peer: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(peer) ?? []
  const kind = isIP(address)
  return kind !== 0 && (bits === undefined || Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Answers whether an address is of this machine or one of `peers`; IPv4 that is written as IPv6 counts as what it is. */
export function isInAddressList(peers: readonly string[]): (address: string | undefined) => boolean {
  const known = new BlockList()
  for (const peer of ['127.0.0.0/8', '::1', ...peers]) {
    const [address = '', bits] = peer.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    known.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address = '') => isIP(address) !== 0 && known.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
