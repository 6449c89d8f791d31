import { Button } from 'antd'
import { useNotify } from './composer.web.ts'
import type { ScopeKind } from './messages.contract.ts'

/** Draws what writes a message to those who are ticked. */
export function NotifyButton({ kind, nos }: { kind: ScopeKind; nos: readonly string[] }) {
  const act = useNotify()(kind, nos)
  return act && <Button onClick={act.act}>{act.label}</Button>
}
