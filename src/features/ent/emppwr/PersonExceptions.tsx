import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import type { Right } from '#contract/access.ts'
import { query, useSend } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { RightsMatrix } from '#domain/rights/RightsMatrix.tsx'
import { useUnsaved } from '#web/page/unsaved.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { emppwr, type Exception, type SourceNode } from './emppwr.contract.ts'
import { ExceptionList } from './ExceptionList.tsx'
import type { Mark } from '#domain/rights/rightsMatrix.web.ts'
import './emppwr.css'

type Flag = '1' | '2' | null
type Source = SourceNode['pwrs'][number]

const flat = (nodes: readonly SourceNode[]): SourceNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])

// Cycles 继承 → 增加 → 去除 → 继承; a right that a role gives is not added again.
const nextFlag = (flag: Flag, isGiven: boolean): Flag => (flag === null ? (isGiven ? '2' : '1') : flag === '1' ? '2' : null)

function markOf(source: Source, flag: Flag): Mark {
  const roles = source.roleNames.join('、')
  if (flag === '1') return { content: <span className="mark-add">增</span>, says: '个人权限调整增加' }
  if (flag === '2')
    return { content: <span className="mark-deny">去</span>, says: `个人权限调整去除${roles && `，角色${roles}给的也不算`}` }
  if (roles) return { content: <span title={`来自角色：${roles}`}>{[...roles][0]}</span>, says: `来自角色${roles}` }
  return { content: <span className="grey">–</span>, says: '没有' }
}

type Props = { empNo: string; exceptions: z.output<typeof Exception>[] }

/** Draws everything that one person may do, with where it comes from; a press changes a cell, saving applies it. */
export function PersonExceptions({ empNo, exceptions }: Props) {
  const may = useMay()
  const { data: modules, error, refetch } = useQuery(query(emppwr.getmdltree, { empNo }))
  const [draft, setDraft] = useState<ReadonlyMap<Right, Flag>>(new Map())
  const set = useSend(emppwr.set)
  const clear = useSend(emppwr.deleteemppwr)
  const { ask, dialog } = useConfirm()
  const sources = useMemo(() => {
    const all = flat(modules ?? []).flatMap(({ mdlCode, pwrs }) => pwrs.map((one) => [`${mdlCode}:${one.pwrNo}`, one] as const))
    return new Map<string, Source>(all)
  }, [modules])
  const storedOf = (right: Right): Flag => sources.get(right)?.addDelFlag ?? null
  const changed = new Set([...draft].filter(([right, flag]) => flag !== storedOf(right)).map(([right]) => right))
  const isDirty = changed.size > 0
  useUnsaved(isDirty)
  if (error && !modules) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!modules) return <Spin delay={200} />

  const flagOf = (right: Right): Flag => (draft.has(right) ? (draft.get(right) ?? null) : storedOf(right))
  const granted = new Set([...sources].filter(([, { pwrFlag }]) => pwrFlag === '1').map(([right]) => right as Right))
  const toggle = (rights: Right[]) =>
    setDraft(
      new Map([
        ...draft,
        ...rights.map((right) => [right, nextFlag(flagOf(right), (sources.get(right)?.roleNames.length ?? 0) > 0)] as const),
      ]),
    )
  const save = () => {
    const mdls = [...sources.keys()].flatMap((right) => {
      const [mdlCode = '', pwrNo = ''] = right.split(':')
      const addDelFlag = flagOf(right as Right)
      return addDelFlag ? [{ mdlCode, pwrNo, addDelFlag }] : []
    })
    set.mutate({ empNo, mdls }, { onSuccess: () => setDraft(new Map()) })
  }
  const askClear = () =>
    ask({
      title: '清除全部例外',
      touches: '这名员工的权限将完全由角色决定。',
      verb: '清除',
      act: () => clear.mutateAsync({ empNo }).then(() => setDraft(new Map())),
    })
  return (
    <>
      <div className="matrix-bar">
        <span className={changed.size > 0 ? '' : 'grey'} aria-live="polite">
          {changed.size > 0 ? `已改 ${changed.size} 处` : '点一下格子：继承角色 → 增加或去除；去除优先于所有角色'}
        </span>
        <span className="end">
          {exceptions.length > 0 && may(emppwr.deleteemppwr) && <Button onClick={askClear}>清除全部例外</Button>}
          {changed.size > 0 && <Button onClick={() => setDraft(new Map())}>放弃</Button>}
          {may(emppwr.set) && (
            <Button type="primary" disabled={changed.size === 0} loading={set.isPending} onClick={save}>
              保存
            </Button>
          )}
        </span>
      </div>
      <RightsMatrix
        label="这名员工能做的事和来源"
        modules={modules}
        granted={granted}
        changed={changed}
        onToggle={may(emppwr.set) ? toggle : undefined}
        markOf={(right) => markOf(sources.get(right) as Source, flagOf(right))}
      />
      <ExceptionList exceptions={exceptions} modules={modules} />
      {dialog}
    </>
  )
}
