import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { type ModuleDraft, MenuPreview } from '#domain/rights/MenuPreview.tsx'
import { isGroup, modulesOf } from '#domain/rights/moduleTree.web.ts'
import { useMenuFollows } from '#domain/rights/useMenuFollows.web.ts'
import { moduleMoves } from '#domain/rights/moduleMoves.tsx'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { ownMdl, type OwnModuleNode } from './mdl.contract.ts'
import { OwnModuleForm } from './OwnModuleForm.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { PageHead } from '#web/head/PageHead.tsx'

const nodeOf = (node: OwnModuleNode): TreeNode => ({
  key: node.mdlCode,
  title: node.mdlName,
  words: `${node.mdlCode} ${node.baseName}`,
  note: node.mdlName === node.baseName ? '' : `原名 ${node.baseName}`,
  icon: <ModuleIcon name={node.picPath} className="grey" />,
  isOff: node.stt === Status.disabled,
  children: node.items.map(nodeOf),
})

function refusalOf(moved: OwnModuleNode, to: OwnModuleNode | undefined): string | undefined {
  if (!to) return '模块只能放在分组之下'
  if (isGroup(moved)) return '分组之下不能再放分组'
  return isGroup(to) ? undefined : '模块只能放在分组之下'
}

const none: OwnModuleNode[] = []

/** Draws the modules of the enterprise, with its own names, visibility and places. */
export default function OwnModulesScreen() {
  const may = useMay()
  const { data = none, error, refetch, isPending } = useQuery(query(ownMdl.getmdltree, {}))
  const [code, setCode] = useState<string>()
  const [draft, setDraft] = useState<ModuleDraft>()
  const leaving = useLeaving()
  const byCode = useMemo(() => modulesOf(data), [data])
  const nodes = useMemo(() => data.map(nodeOf), [data])
  const chosen = byCode.get(code ?? '') ?? data[0]?.items[0] ?? data[0]
  const nameOf = (mdlCode: string | undefined) => byCode.get(mdlCode ?? '')?.mdlName
  const order = useSend(ownMdl.setentmdlord, { said: () => '模块顺序已调整' })
  const place = useSend(ownMdl.updateprtmdl, { said: ({ mdlCodes }) => `模块“${nameOf(mdlCodes[0])}”已移动` })
  const { show, dialogs } = useDialogs()
  const moves = moduleMoves({ nodes: data, order: order.mutate, place: place.mutate, refusal: refusalOf, show })
  const movable = may(ownMdl.updateprtmdl)
  useMenuFollows(isPending ? undefined : data)
  const menuFor = (key: string) => {
    const one = byCode.get(key)
    const acts = one && movable ? moves.actsFor(one) : []
    return menuOf(acts.filter((act) => act !== false && (act.key !== 'move' || (one !== undefined && !isGroup(one)))))
  }
  return (
    <div className="page touch">
      <PageHead title="本单位模块">
        <span className="grey">名称、顺序和分组只改本单位的，下一次打开页面人人可见</span>
      </PageHead>
      <Split
        width={300}
        label={chosen?.mdlName ?? '选择模块'}
        side={(close) => (
          <TreePanel
            label="模块"
            nodes={isPending ? undefined : nodes}
            error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
            empty={<EmptyState hint="本单位还没有开通模块" />}
            chosen={chosen?.mdlCode}
            onChoose={(key) =>
              leaving.leave(() => {
                setCode(key)
                close()
              })
            }
            menu={({ key }) => menuFor(key)}
            onMove={movable ? moves.move : undefined}
            hotkey
          />
        )}
      >
        {chosen && (
          <div className="module-work">
            <OwnModuleForm key={chosen.mdlCode} module={chosen} onChange={setDraft} />
            <MenuPreview nodes={data} draft={draft} />
          </div>
        )}
      </Split>
      {dialogs}
      {leaving.dialog}
    </div>
  )
}
