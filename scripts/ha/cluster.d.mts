type Node = 'a' | 'b'

export function requirePatroni(said: string): void

export function startCluster(): Promise<{
  urls: { direct: string; replica: string; pooled: string; nodes: string; superuser: string }
  leader(): Promise<Node | undefined>
  follower(): Promise<Node | undefined>
  isHealed(): Promise<boolean>
  startMachine(node: Node): void
  killMachine(node: Node): number
  killPostgres(node: Node): number
  freeze(node: Node): number
  thaw(node: Node): number
  switchover(leader: Node, candidate: Node): void
  stop(): Promise<void>
}>
