import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import { EnterprisesPicker } from '#features/ecb/ent/enterprises.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { useMay } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { entmdl, ModuleHolder, type ModuleChoice } from './entmdl.contract.ts'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

type Row = z.output<typeof ModuleHolder>

const nodeOf = (node: ModuleChoice): TreeNode => ({
  key: node.mdlCode,
  title: node.mdlName,
  words: node.mdlCode,
  icon: <ModuleIcon name={node.picPath} className="grey" />,
  children: node.items.map(nodeOf),
})

const leavesOf = (nodes: ModuleChoice[]): ModuleChoice[] =>
  nodes.flatMap((node) => (node.url === null ? leavesOf(node.items) : [node]))

/** Draws the modules on the left, the enterprises that have the chosen one on the right. */
export function EnterprisesByModule({ tmlType }: { tmlType: string }) {
  const { data, error, refetch } = useQuery(query(entmdl.getmdltreeforset, { tmlType }))
  const [code, setCode] = useState<string>()
  const nodes = useMemo(() => data?.map(nodeOf), [data])
  const leaves = useMemo(() => leavesOf(data ?? []), [data])
  const chosen = leaves.find(({ mdlCode }) => mdlCode === code) ?? leaves[0]
  return (
    <Split
      width={300}
      label={chosen?.mdlName ?? '选择模块'}
      side={(close) => (
        <TreePanel
          label="模块"
          nodes={nodes}
          error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
          empty={<EmptyState hint="此终端还没有模块" />}
          chosen={chosen?.mdlCode}
          onChoose={(key) => {
            // Chooses the first module of a group.
            const group = data?.find(({ mdlCode }) => mdlCode === key)
            setCode(group ? (leavesOf([group])[0]?.mdlCode ?? key) : key)
            close()
          }}
          hotkey
        />
      )}
    >
      {chosen && <Holders key={chosen.mdlCode} mdlCode={chosen.mdlCode} mdlName={chosen.mdlName} />}
    </Split>
  )
}

function Holders({ mdlCode, mdlName }: { mdlCode: string; mdlName: string }) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(entmdl.getentlist, { mdlCode }))
  const [ticked, setTicked] = useState<string[]>([])
  const [adding, setAdding] = useState(false)
  const { ask, dialog } = useConfirm()
  const add = useSend(entmdl.createmdlent)
  const remove = useSend(entmdl.deletemdlent)
  const names = new Map(data?.map(({ entNo, entName }) => [entNo, entName]))
  const askRemove = (entNos: string[]) =>
    ask({
      title: `从${entNos.length === 1 ? `“${names.get(entNos[0] ?? '')}”` : ` ${entNos.length} 家企业`}移除“${mdlName}”`,
      touches: '这些企业的人将看不到、用不了这个模块。角色里的权限会保留，重新添加后恢复。',
      verb: '移除',
      act: () => remove.mutateAsync({ mdlCode, entNos }).then(() => setTicked([])),
    })
  const choose = may(entmdl.createmdlent) && <Button onClick={() => setAdding(true)}>选择企业</Button>
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <div className="given-bar">
        <strong>{mdlName}</strong>
        <span className="grey">{data && `${formatCount(data.length)} 家企业已开通`}</span>
        {may(entmdl.createmdlent) && (
          <Button type="primary" onClick={() => setAdding(true)}>
            添加企业
          </Button>
        )}
        {ticked.length > 0 && (
          <TickedTools count={ticked.length} onClear={() => setTicked([])}>
            <Button danger onClick={() => askRemove(ticked)}>
              移除
            </Button>
          </TickedTools>
        )}
      </div>
      <ListTable<Row>
        rowKey="entNo"
        rows={data}
        empty={<EmptyState hint="还没有企业开通">{choose}</EmptyState>}
        localPage={50}
        ticks={may(entmdl.deletemdlent) ? { ticked, onTick: setTicked } : undefined}
        columns={[
          column<Row>(ModuleHolder, 'entName', { width: 240 }),
          column<Row>(ModuleHolder, 'idntNo', { width: 104 }),
          column<Row>(ModuleHolder, 'entNo', { width: 120 }),
          column<Row>(ModuleHolder, 'stt', { width: 80 }),
          ...(may(entmdl.deletemdlent)
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 80,
                  render: (_: unknown, { entNo, entName }: Row) => (
                    <RowButton label={`移除${entName}`} onClick={() => askRemove([entNo])}>
                      移除
                    </RowButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      {adding && (
        <EnterprisesPicker
          title={`给企业开通“${mdlName}”`}
          verb="添加"
          read={(keyWord) => query(entmdl.getentforset, { mdlCode, keyWord })}
          onPick={(entNos) => add.mutateAsync({ mdlCode, entNos })}
          onClose={() => setAdding(false)}
        />
      )}
      {dialog}
    </>
  )
}
