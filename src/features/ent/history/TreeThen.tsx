import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { chinaTime } from '#domain/visits/visits.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { query } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import DateInput from '#web/form/inputs/DateInput.tsx'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { history, type TreeKind } from '#contract/shell/history.contract.ts'
import '#web/tree/tree.css'
import './tree.css'
import { AppTree } from '#web/tree/AppTree.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type Node = Out<typeof history.gettree>[number]

const trees = [
  { value: 'org', label: '组织架构', call: org.gettree },
  { value: 'edcunit', label: '年级班级', call: edcunit.gettree },
  { value: 'ent', label: '企业', call: ent.gettree },
] as const

const isTree = (kind: string | null): kind is TreeKind => trees.some(({ value }) => value === kind)

/** Draws a tree as it was at a moment, with the later changes of its nodes. */
// oxlint-disable-next-line complexity -- it draws one of three trees, each with its own answers still on their way
export default function TreeThen() {
  const may = useMay()
  const [search, setSearch] = useSearchParams()
  // Takes the end of this minute: what was just done belongs to it.
  const [now] = useState(() => `${chinaTime().slice(0, 12)}59`)
  const offered = trees.filter(({ call }) => may(call))
  const asked = search.get('tree')
  const tree = isTree(asked) && offered.some(({ value }) => value === asked) ? asked : offered[0]?.value
  const tm = search.get('tm') ?? now
  const read = useQuery({ ...query(history.gettree, { tree: tree ?? 'org', tm }), enabled: tree !== undefined })
  const today = useQuery({ ...query(history.gettree, { tree: tree ?? 'org', tm: asItIs }), enabled: tree !== undefined })
  const set = (changes: Record<string, string>) => setSearch({ ...(tree && { tree }), tm, ...changes }, { replace: true })
  return (
    <div className="page touch">
      <PageHead title="历史快照">
        {offered.length > 1 && (
          <SegmentedControl
            aria-label="哪棵树"
            value={tree ?? ''}
            options={offered.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => set({ tree: String(value) })}
          />
        )}
      </PageHead>
      <div className="then-banner" role="status">
        <span>这是</span>
        <span className="then-moment">
          <DateInput
            time
            aria-label="时间"
            placeholder="请选择时间"
            value={tm}
            limits={{ max: now }}
            onChange={(value) => value && set({ tm: value < now ? value : now })}
          />
        </span>
        <span>
          的样子，只能查看。
          {read.data && today.data && `共 ${formatCount(read.data.length)} 个，${changedWords(read.data, today.data)}`}
        </span>
      </div>
      {tree && !read.data && !read.error && <Spin delay={200} className="page-spin" />}
      {tree === undefined && <EmptyState hint="没有你能查看的树" />}
      {read.error && !read.data && <ReadFailed message={read.error.message} onRetry={() => void read.refetch()} />}
      {read.data && read.data.length === 0 && <EmptyState hint={`${formatTime(tm)} 时还没有`} />}
      {read.data && read.data.length > 0 && (
        <div className="tree-panel">
          <AppTree
            label="历史快照"
            className="then-tree"
            key={`${tree} ${tm}`}
            selectable={false}
            defaultExpandAll
            virtual
            height={620}
            treeData={nodesOf(read.data)}
          />
        </div>
      )}
    </div>
  )
}

const isChanged = ({ nowName, nowPrtName, nowStt }: Node) => (nowName ?? nowPrtName ?? nowStt) !== null

// Sets a time after every change, at which a tree is as it is now.
const asItIs = '21001231235959'

// Limits the later nodes that are named.
const mostNamed = 3

function changedWords(nodes: readonly Node[], today: readonly Node[]) {
  const changed = nodes.filter(isChanged).length
  const there = new Set(nodes.map(({ no }) => no))
  const added = today.filter(({ no }) => !there.has(no))
  const names = added.slice(0, mostNamed).map(({ name }) => `“${name}”`)
  const words = [
    changed > 0 && `其中 ${formatCount(changed)} 个后来有变化`,
    added.length > 0 && `后来新增${names.join('、')}${added.length > mostNamed ? `等 ${formatCount(added.length)} 个` : ''}`,
  ].filter(Boolean)
  return words.length === 0 ? '和现在一样。' : `${words.join('，')}。`
}

type Drawn = { key: string; title: React.ReactNode; children: Drawn[] }

/** Returns nodes below one another; those with a hidden parent stand on top. */
function nodesOf(nodes: readonly Node[]): Drawn[] {
  const drawn = new Map(nodes.map((node) => [node.no, { key: node.no, title: <Title node={node} />, children: [] as Drawn[] }]))
  const tops: Drawn[] = []
  for (const { no, prtNo } of nodes) {
    const one = drawn.get(no) as Drawn
    const above = drawn.get(prtNo ?? '')
    if (above) above.children.push(one)
    else tops.push(one)
  }
  return tops
}

const Title = ({ node }: { node: Node }) => {
  const { name, stt, nowName, nowPrtName, nowStt } = node
  const since = [
    nowStt === '0' && '已删除',
    nowStt === '2' && '已停用',
    nowStt === '1' && '已启用',
    nowStt === '3' && '改为建设中',
    nowName && `改名为“${nowName}”`,
    nowPrtName && `移到“${nowPrtName}”`,
  ].filter(Boolean)
  return (
    <span className="node">
      <span className={stt === '2' ? 'node-name grey' : 'node-name'}>{name}</span>
      {stt === '2' && <span className="tag off">停用</span>}
      {stt === '3' && <span className="tag wait">建设中</span>}
      {since.length > 0 && <span className="then-since">后来{since.join('，')}</span>}
    </span>
  )
}
