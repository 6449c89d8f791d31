import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { type ClassNode, classDepthLimit } from './rescls.contract.ts'
import { classNode, useClasses } from './rescls.picker.tsx'
import './rescls.css'
import { useClassActions } from './useClassActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws the tree that the enterprise sorts its resources by, and the chosen class beside it. */
export default function ResourceClassScreen() {
  const classes = useClasses()
  const { tree, byNo, error, refetch } = classes
  const [params, setParams] = useSearchParams()
  const choose = (clsNo: string | undefined) => setParams(clsNo ? { clsNo } : {}, { replace: true })
  const actions = useClassActions(classes, choose)
  const nodes = useMemo(() => tree?.map(classNode), [tree])
  const chosen = byNo.get(params.get('clsNo') ?? '') ?? tree?.[0]
  const rename = (clsNo: string) => {
    const node = byNo.get(clsNo)
    if (node) actions.edit?.(node)
  }
  const create = actions.create && (
    <Button type="primary" icon={<Plus />} onClick={() => actions.create?.()}>
      新建分类
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="资源分类">
        {tree && (
          <span className="grey">
            共 {formatCount(byNo.size)} 个分类，最多 {classDepthLimit} 级
          </span>
        )}
        <span className="head-end">{create}</span>
      </PageHead>
      <Split
        width={300}
        label={chosen?.clsName ?? '选择分类'}
        side={(close) => (
          <TreePanel
            label="资源分类"
            nodes={nodes}
            error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
            empty={<EmptyState hint="还没有分类">{create}</EmptyState>}
            chosen={chosen?.clsNo}
            onChoose={(clsNo) => {
              choose(clsNo)
              close()
            }}
            menu={({ key }) => actions.menuFor(key)}
            onMove={actions.move}
            onRename={actions.edit && rename}
            hotkey
          />
        )}
      >
        {chosen && <ClassFacts node={chosen} actions={actions} />}
      </Split>
      {actions.dialogs}
    </div>
  )
}

type FactsProps = { node: ClassNode; actions: ReturnType<typeof useClassActions> }

function ClassFacts({ node, actions: { create, edit, remove } }: FactsProps) {
  const { clsName, subj, stdyPrd, stt, lvl, resCnt, ttlCnt, items } = node
  return (
    <section className="class-facts" aria-label={clsName}>
      <div className="spread">
        <h2>
          {clsName} <StatusTag value={stt} />
        </h2>
        <span className="row-actions">
          {create && lvl < classDepthLimit && <Button onClick={() => create(node)}>新建下级分类</Button>}
          {edit && <Button onClick={() => edit(node)}>修改</Button>}
          {remove && (
            <Button danger onClick={() => remove(node)}>
              删除
            </Button>
          )}
        </span>
      </div>
      <dl>
        <dt>学科</dt>
        <dd>{subj ? <Label type="SUBJECT" value={subj} /> : '不限'}</dd>
        <dt>学段</dt>
        <dd>{stdyPrd ? <Label type="STDY_PRD" value={stdyPrd} /> : '不限'}</dd>
        <dt>资源</dt>
        <dd>
          {formatCount(resCnt)} 个{items.length > 0 && `，连同下级分类 ${formatCount(ttlCnt)} 个`}
        </dd>
        <dt>下级分类</dt>
        <dd>{items.map((item) => item.clsName).join('、') || '没有'}</dd>
      </dl>
      <p className="grey">上传到这个分类的资源带上它的学科和学段。拖动左边的分类可以排序和移动，也可以按 Alt+↑、Alt+↓。</p>
    </section>
  )
}
