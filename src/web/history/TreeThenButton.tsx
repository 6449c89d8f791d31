import { HistoryIcon } from 'lucide-react'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { permissions } from '#contract/access.ts'
import type { TreeKind } from '#contract/shell/history.contract.ts'
import { useMay } from '#web/api/me.tsx'
import { useNarrow } from '#web/page/useMedia.ts'

/** Leads from a tree to what it was like at a moment. */
export function TreeThenButton({ tree }: { tree: TreeKind }) {
  const may = useMay()
  const navigate = useNavigate()
  const narrow = useNarrow()
  if (!may({ access: permissions('history').view })) return null
  return (
    <Button
      icon={<HistoryIcon />}
      aria-label="历史快照"
      title="历史快照"
      onClick={() => navigate(`/ent/history/tree?tree=${tree}`)}
    >
      {narrow ? null : '历史快照'}
    </Button>
  )
}
