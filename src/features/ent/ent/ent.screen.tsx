import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useMemo } from 'react'
import { ent, type EnterpriseNode } from '#features/ecb/ent/ent.contract.ts'
import { EnterpriseFacts } from '#features/ecb/ent/facts.panel.tsx'
import { query } from '#web/api/api.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { HistoryButton } from '#web/history/historyTab.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { ownEnt } from './ent.contract.ts'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { PageHead } from '#web/head/PageHead.tsx'

const nodeOf = (node: EnterpriseNode, nameOf: (idntNo: string) => string): TreeNode => ({
  key: node.entNo,
  title: node.entName,
  words: `${node.helpCode ?? ''} ${node.entNo}`,
  note: nameOf(node.idntNo),
  isOff: node.stt === '2',
  children: node.items.map((item) => nodeOf(item, nameOf)),
})

const countOf = (nodes: EnterpriseNode[]): number => nodes.reduce((sum, { items }) => sum + 1 + countOf(items), 0)

/** Draws the enterprise that somebody works in: its facts, what is above it and below it. */
export default function OwnEnterpriseScreen() {
  const { data, error, refetch } = useQuery(query(ent.get, {}))
  const { data: parent } = useQuery(query(ownEnt.getparent, {}))
  const { data: below } = useQuery(query(ownEnt.getsubset, {}))
  const identities = useDictionary('IDNT')
  const nodes = useMemo(() => {
    const names = new Map(identities.map(({ infoNo, chnName }) => [infoNo, chnName]))
    return below?.map((node) => nodeOf(node, (idntNo) => names.get(idntNo) ?? ''))
  }, [below, identities])
  if (error && !data) return <ReadFailed page="本单位" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  return (
    <div className="page touch">
      <PageHead title={data.entName}>
        {parent && (
          <span className="grey">
            上级：{parent.entName}
            {parent.linkTel && `，${parent.linkMan ?? '联系电话'} ${parent.linkTel}`}
          </span>
        )}
        <span className="end">
          <HistoryButton kind="ent" no={data.entNo} name={data.entName} />
        </span>
      </PageHead>
      <EnterpriseFacts enterprise={data} />
      {below && below.length > 0 && (
        <>
          <h2>下级企业 {formatCount(countOf(below))} 家</h2>
          <TreePanel label="下级企业" nodes={nodes} chosen={undefined} onChoose={() => {}} height={320} />
        </>
      )}
    </div>
  )
}
