import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import '#web/form/modules.css'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { idnt, type IdentityNode } from './idnt.contract.ts'
import { CreateIdentity, IdentityForm } from './IdentityForm.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { PageHead } from '#web/head/PageHead.tsx'

const nodeOf = (node: IdentityNode): TreeNode => ({
  key: node.idntNo,
  title: node.idntName,
  words: node.idntNo,
  count: node.idntNo,
  isOff: node.stt === Status.disabled,
  isFixed: node.fixFlag === '1',
  children: node.items.map(nodeOf),
})

const flat = (nodes: IdentityNode[]): IdentityNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])

/** Draws the identities of the platform: the tree on the left, the facts of the chosen one on the right. */
export default function IdentityScreen() {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(idnt.gettree, {}))
  const [no, setNo] = useState<string>()
  const [making, setMaking] = useState<{ above: string | null }>()
  const { ask, dialog } = useConfirm()
  const leaving = useLeaving()
  const nodes = useMemo(() => data?.map(nodeOf), [data])
  const all = useMemo(() => flat(data ?? []), [data])
  const chosen = all.find(({ idntNo }) => idntNo === no) ?? all[0]
  const remove = useSend(idnt.delete, {
    said: ({ idntNo }) => `身份“${all.find((one) => one.idntNo === idntNo)?.idntName}”已删除`,
  })

  const menuFor = (idntNo: string): ActionMenu => {
    const one = all.find((identity) => identity.idntNo === idntNo)
    if (!one) return menuOf([])
    return menuOf([
      may(idnt.create) && one.lvl === 1 && { key: 'add', label: '新建下级身份', act: () => setMaking({ above: idntNo }) },
      may(idnt.delete) &&
        one.fixFlag === '0' && {
          key: 'delete',
          label: '删除',
          danger: true,
          act: () =>
            ask({
              title: `删除“${one.idntName}”`,
              touches: '只能删除没有企业和人员使用的身份。删除后可以撤销。',
              verb: '删除',
              act: () => remove.mutateAsync({ idntNo }),
            }),
        },
    ])
  }
  return (
    <div className="page touch">
      <PageHead title="身份目录">
        {data && <span className="grey">共 {all.length} 种身份</span>}
        {may(idnt.create) && (
          <Button type="primary" icon={<Plus />} onClick={() => setMaking({ above: null })} style={{ marginInlineStart: 'auto' }}>
            新建身份
          </Button>
        )}
      </PageHead>
      <Split
        width={300}
        label={chosen?.idntName ?? '选择身份'}
        side={(close) => (
          <TreePanel
            label="身份"
            nodes={nodes}
            error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
            chosen={chosen?.idntNo}
            onChoose={(key) =>
              leaving.leave(() => {
                setNo(key)
                close()
              })
            }
            menu={({ key }) => menuFor(key)}
            hotkey
          />
        )}
      >
        {chosen && <IdentityForm key={chosen.idntNo} identity={chosen} />}
      </Split>
      {making && <CreateIdentity {...making} onDone={setNo} onClose={() => setMaking(undefined)} />}
      {dialog}
      {leaving.dialog}
    </div>
  )
}
