type Node = 'a' | 'b'

export function requirePatroni(said: string): void

export function startCluster(): Promise<{
  urls: { direct: string; replica: string; pooled: string; nodes: string; superuser: string }
  leader(): Promise<Node | undefined>
  follower(): Promise<Node | undefined>
  isHealed(): Promise<boolean>
  startMachine(node: Node): void
  killMachine(node: Node): void
  killPostgres(node: Node): void
  freeze(node: Node): void
  thaw(node: Node): void
  switchover(leader: Node, candidate: Node): void
  stop(): Promise<void>
}>
