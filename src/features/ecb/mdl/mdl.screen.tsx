import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { webTerminal } from '#contract/modules.ts'
import { query } from '#web/api/api.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { useListState } from '#web/list/listState.ts'
import { type ModuleDraft, MenuPreview } from '#domain/rights/MenuPreview.tsx'
import { modulesOf } from '#domain/rights/moduleTree.web.ts'
import { useMenuFollows } from '#domain/rights/useMenuFollows.web.ts'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { mdl, type ModuleNode } from './mdl.contract.ts'
import { ModuleForm } from './ModuleForm.tsx'
import { useModuleActions } from './useModuleActions.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const nodeOf = (node: ModuleNode): TreeNode => ({
  key: node.mdlCode,
  title: node.mdlName,
  words: `${node.mdlCode} ${node.url ?? ''}`,
  icon: <ModuleIcon name={node.picPath} className="grey" />,
  isOff: node.stt === Status.disabled,
  ...(node.fixFlag === '0' && { note: '自建' }),
  children: node.items.map(nodeOf),
})

const none: ModuleNode[] = []

/** Draws the modules of each terminal: the tree on the left, the facts of the chosen one on the right. */
export default function ModuleCatalogueScreen() {
  const terminals = useDictionary('TML_TYPE')
  const { filters, setFilters } = useListState(mdl.gettree, { tmlType: webTerminal })
  const { tmlType = webTerminal } = filters
  const { data = none, error, refetch, isPending } = useQuery(query(mdl.gettree, { tmlType }))
  const [code, setCode] = useState<string>()
  const [draft, setDraft] = useState<ModuleDraft>()
  const leaving = useLeaving()
  const byCode = useMemo(() => modulesOf(data), [data])
  const nodes = useMemo(() => data.map(nodeOf), [data])
  const chosen = byCode.get(code ?? '') ?? data[0]
  const choose = (mdlCode: string | undefined) => leaving.leave(() => setCode(mdlCode))
  const actions = useModuleActions(tmlType, data, choose)
  useMenuFollows(isPending ? undefined : data)
  const make = actions.create && (
    <Button type="primary" icon={<Plus />} onClick={actions.create}>
      新建模块
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="模块目录">
        {!isPending && <span className="grey">共 {formatCount(byCode.size)} 个模块</span>}
        {data.length > 0 && <span style={{ marginInlineStart: 'auto' }}>{make}</span>}
      </PageHead>
      <div className="page-tools">
        <SegmentedControl
          aria-label="终端类型"
          options={terminals.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))}
          value={tmlType}
          onChange={(next) => leaving.leave(() => setFilters({ tmlType: next }))}
        />
      </div>
      {!isPending && data.length === 0 && !error ? (
        <EmptyState hint="此终端还没有模块">{make}</EmptyState>
      ) : (
        <Split
          width={300}
          label={chosen?.mdlName ?? '选择模块'}
          side={(close) => (
            <TreePanel
              label="模块"
              nodes={isPending ? undefined : nodes}
              error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
              chosen={chosen?.mdlCode}
              onChoose={(key) => {
                choose(key)
                close()
              }}
              menu={({ key }) => actions.menuOf(key)}
              onMove={actions.move}
              hotkey
            />
          )}
        >
          {chosen && (
            <div className="module-work">
              <ModuleForm key={chosen.mdlCode} module={chosen} onChange={setDraft} />
              <MenuPreview nodes={data} draft={draft} />
            </div>
          )}
        </Split>
      )}
      {actions.dialogs}
      {leaving.dialog}
    </div>
  )
}
