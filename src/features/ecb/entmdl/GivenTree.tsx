import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Action, actionNames, actions } from '#contract/access.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { useMay } from '#web/api/me.tsx'
import { useUnsaved } from '#web/page/unsaved.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { entmdl, type ModuleChoice } from './entmdl.contract.ts'
import { AppTree } from '#web/tree/AppTree.tsx'

type Props = { entNo: string; entName: string; tmlType: string }

const leavesOf = (nodes: ModuleChoice[]): ModuleChoice[] =>
  nodes.flatMap((node) => (node.url === null ? leavesOf(node.items) : [node]))

const codesToNames = new Map<string, string>(
  Object.entries(actions).map(([action, pwrNo]) => [pwrNo, actionNames[action as Action]]),
)

// Fixes the platform's own modules, and those not for an enterprise, which may only be taken away.
const isFixed = ({ fixFlag, fitFlag, chkFlag }: ModuleChoice) => fixFlag === '1' || (fitFlag === '0' && chkFlag === '0')

/** Returns why a module is limited: not for this enterprise, or only some of its actions; undefined where it is not. */
function noteOf({ url, fitFlag, func, maxFunc }: ModuleChoice): string | undefined {
  if (url === null) return undefined
  if (fitFlag === '0') return '不适用于这种身份'
  const names = maxFunc.split(',').map((pwrNo) => codesToNames.get(pwrNo) ?? pwrNo)
  return maxFunc === func ? undefined : `最多可用：${names.join('、')}`
}

type GivenNode = { key: string; title: ReactNode; disableCheckbox: boolean; checkable: boolean; children: GivenNode[] }

/** Draws the modules of one enterprise to be ticked; shows what taking some away affects before it is saved. */
export function GivenTree({ entNo, entName, tmlType }: Props) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(entmdl.getmdltreeforset, { entNo, tmlType }))
  const [ticked, setTicked] = useState<ReadonlySet<string>>()
  const { ask, dialog } = useConfirm()
  const save = useSend(entmdl.setentmdl, { said: () => `“${entName}”的模块已设置` })
  const leaves = leavesOf(data ?? [])
  const before = new Set(leaves.flatMap(({ mdlCode, chkFlag }) => (chkFlag === '1' ? [mdlCode] : [])))
  const now = ticked ?? before
  const opened = [...now].filter((mdlCode) => !before.has(mdlCode))
  const closed = [...before].filter((mdlCode) => !now.has(mdlCode))
  const dirty = opened.length + closed.length > 0
  const touched = useQuery({ ...query(entmdl.gettouched, { entNo, mdlCodes: closed }), enabled: closed.length > 0 })
  useUnsaved(dirty)
  const editable = may(entmdl.setentmdl)

  const { roleCnt = 0, empCnt = 0 } = touched.data ?? {}
  const effect = touched.data && `关闭 ${closed.length} 个模块将影响 ${formatCount(empCnt)} 人的 ${formatCount(roleCnt)} 个角色`
  const act = () => save.mutateAsync({ entNo, tmlType, mdlCodes: [...now] }).then(() => setTicked(undefined))
  const ends = () => {
    if (closed.length === 0) return void act().catch(() => {})
    ask({
      title: `关闭“${entName}”的 ${closed.length} 个模块`,
      touches: (
        <>
          <p>{effect ?? '正在统计影响的人和角色'}。</p>
          <ul className="holdings">
            {closed.map((mdlCode) => (
              <li key={mdlCode}>{leaves.find((leaf) => leaf.mdlCode === mdlCode)?.mdlName}</li>
            ))}
          </ul>
          <p className="grey">角色里的权限会保留，重新开通后恢复。</p>
        </>
      ),
      verb: '关闭',
      act,
    })
  }
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  if (leaves.length === 0) return <EmptyState hint="此终端还没有模块" />
  return (
    <>
      <div className="given-bar">
        <strong>{entName}</strong>
        <span className="grey" aria-live="polite">
          {dirty
            ? [
                opened.length > 0 && `开通 ${opened.length} 个模块`,
                closed.length > 0 && (effect ?? `关闭 ${closed.length} 个模块`),
              ]
                .filter(Boolean)
                .join('，')
            : `已开通 ${before.size} 个模块${leaves.some(({ fixFlag }) => fixFlag === '1') ? '，平台自己的内置模块不能移除' : ''}`}
        </span>
        {editable && dirty && (
          <span className="row-actions">
            <Button type="primary" loading={save.isPending} disabled={now.size === 0} onClick={ends}>
              保存
            </Button>
            <Button onClick={() => setTicked(undefined)}>还原</Button>
          </span>
        )}
      </div>
      <AppTree
        label="模块"
        className="given-tree"
        checkable
        selectable={false}
        defaultExpandAll
        disabled={!editable}
        checkedKeys={[...now]}
        onCheck={(keys) => {
          const leafCodes = new Set(leaves.map(({ mdlCode }) => mdlCode))
          const checked = Array.isArray(keys) ? keys : keys.checked
          setTicked(new Set(checked.map(String).filter((mdlCode) => leafCodes.has(mdlCode))))
        }}
        treeData={data.map(function nodeOf(node: ModuleChoice): GivenNode {
          const note = noteOf(node)
          return {
            key: node.mdlCode,
            title: (
              <>
                <span aria-hidden="true">
                  <ModuleIcon name={node.picPath} className="grey" />
                </span>{' '}
                {node.mdlName}
                {note && <span className="grey">　{note}</span>}
              </>
            ),
            disableCheckbox: node.url !== null && isFixed(node),
            checkable: node.url !== null || leavesOf(node.items).some((leaf) => !isFixed(leaf)),
            children: node.items.map(nodeOf),
          }
        })}
      />
      {dialog}
    </>
  )
}
