import { Button, Spin } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { Right } from '#contract/access.ts'
import type { PowerNode } from '#contract/powers.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { RightsMatrix } from './RightsMatrix.tsx'
import { actionName } from './rightsMatrix.web.ts'
import { useUnsaved } from '#web/page/unsaved.ts'

type Powers = { mdlCode: string; pwrNos: string[] }[]

type Props = {
  label: string
  /** Lists the modules with their present grants. */
  modules: PowerNode[] | undefined
  /** Names who is affected: 影响 34 人. */
  concerns: string
  /** Saves everything that is granted then; without it the matrix is only read. */
  onSave?: ((powers: Powers) => Promise<unknown>) | undefined
}

const flat = (nodes: readonly PowerNode[]): PowerNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])
const rightOf = (mdlCode: string, pwrNo: string): Right => `${mdlCode}:${pwrNo}`

/** Draws the matrix of a role: ticks are a draft until it is saved; meanwhile it says how much changes, and for whom. */
export function RightsMatrixEditor({ label, modules, concerns, onSave }: Props) {
  const [draft, setDraft] = useState<ReadonlyMap<Right, boolean>>(new Map())
  const [comparing, setComparing] = useState(false)
  const [saving, setSaving] = useState(false)
  const nodes = useMemo(() => flat(modules ?? []), [modules])
  const stored = useMemo(
    () => new Set(nodes.flatMap(({ mdlCode, pwrNos }) => pwrNos.map((pwrNo) => rightOf(mdlCode, pwrNo)))),
    [nodes],
  )
  // Merges what somebody else saved meanwhile below the draft.
  const changed = useMemo(
    () => new Set([...draft].filter(([right, holds]) => holds !== stored.has(right)).map(([right]) => right)),
    [draft, stored],
  )
  const granted = useMemo(() => {
    const rights = new Set(stored)
    for (const right of changed) if (!rights.delete(right)) rights.add(right)
    return rights
  }, [stored, changed])
  const isDirty = changed.size > 0
  useUnsaved(isDirty)

  // Keeps the function from tick to tick, so that only the rows that change are drawn again.
  const toggle = useCallback(
    (rights: Right[]) =>
      setDraft((before) => {
        const holds = !rights.every((right) => before.get(right) ?? stored.has(right))
        return new Map([...before, ...rights.map((right) => [right, holds] as const)])
      }),
    [stored],
  )

  if (!modules) return <Spin delay={200} />
  if (modules.length === 0) return <EmptyState hint="还没有开通的模块" />
  const save = async () => {
    setSaving(true)
    const powers = nodes.map(({ mdlCode, func }) => ({
      mdlCode,
      pwrNos: func.split(',').filter((pwrNo) => granted.has(rightOf(mdlCode, pwrNo))),
    }))
    // Keeps the draft after a refusal, which the call reports.
    await onSave?.(powers.filter(({ pwrNos }) => pwrNos.length > 0)).then(
      () => setDraft(new Map()),
      () => {},
    )
    setSaving(false)
  }
  return (
    <div className="stack">
      {onSave && (
        <div className="matrix-bar">
          <span className={isDirty ? undefined : 'grey'} aria-live="polite">
            {isDirty ? `已改 ${formatCount(changed.size)} 处 · ${concerns}` : '打勾即可授予，保存后立即生效'}
          </span>
          <span className="end">
            {isDirty && (
              <>
                <Button onClick={() => setComparing(true)}>查看差异</Button>
                <Button onClick={() => setDraft(new Map())}>放弃</Button>
              </>
            )}
            <Button type="primary" disabled={!isDirty} loading={saving} onClick={save}>
              保存
            </Button>
          </span>
        </div>
      )}
      <RightsMatrix label={label} modules={modules} granted={granted} changed={changed} onToggle={onSave && toggle} />
      <AppModal open={comparing} title="差异" width={560} footer={null} onCancel={() => setComparing(false)}>
        <Differences nodes={nodes} changed={changed} granted={granted} />
      </AppModal>
    </div>
  )
}

function Differences({
  nodes,
  changed,
  granted,
}: {
  nodes: PowerNode[]
  changed: ReadonlySet<Right>
  granted: ReadonlySet<Right>
}) {
  const touched = nodes.flatMap(({ mdlCode, name, func }) => {
    const codes = func.split(',').filter((pwrNo) => changed.has(rightOf(mdlCode, pwrNo)))
    const say = (holds: boolean) =>
      codes
        .filter((pwrNo) => granted.has(rightOf(mdlCode, pwrNo)) === holds)
        .map(actionName)
        .join('、')
    return codes.length > 0 ? [{ mdlCode, name, added: say(true), removed: say(false) }] : []
  })
  return (
    <dl className="matrix-changes">
      {touched.map(({ mdlCode, name, added, removed }) => (
        <div key={mdlCode} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>
            {added && (
              <div>
                <span className="tag ok">增加</span> {added}
              </div>
            )}
            {removed && (
              <div>
                <span className="tag bad">去除</span> {removed}
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
