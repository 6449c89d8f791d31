import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import type { useLeaving } from '#web/feedback/useLeaving.tsx'
import { type ModuleCandidate, entmdl } from './entmdl.contract.ts'
import { GivenTree } from './GivenTree.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'

type Enterprise = z.output<typeof ModuleCandidate>

/** Returns enterprises as a tree, as far as those above them are within reach too. */
function treeOf(all: Enterprise[], nameOf: (idntNo: string) => string): TreeNode[] {
  const known = new Set(all.map(({ entNo }) => entNo))
  const below = Map.groupBy(all, ({ prtNo }) => (prtNo !== null && known.has(prtNo) ? prtNo : ''))
  const grow = (at: string): TreeNode[] =>
    (below.get(at) ?? []).map(({ entNo, entName, idntNo, stt }) => ({
      key: entNo,
      title: entName,
      words: entNo,
      note: nameOf(idntNo),
      isOff: stt === Status.disabled,
      children: grow(entNo),
    }))
  return grow('')
}

type Props = { tmlType: string; leave: ReturnType<typeof useLeaving>['leave'] }

/** Draws the enterprises on the left, the modules of the chosen one to be ticked on the right. */
export function ByEnterprise({ tmlType, leave }: Props) {
  const { data, error, refetch } = useQuery(query(entmdl.getentforset, {}))
  const identities = useDictionary('IDNT')
  const [entNo, setEntNo] = useState<string>()
  const nodes = useMemo(
    () => data && treeOf(data, (idntNo) => identities.find(({ infoNo }) => infoNo === idntNo)?.chnName ?? ''),
    [data, identities],
  )
  // Shows the first below the platform at once, which itself has everything.
  const first = nodes?.[0]?.children[0] ?? nodes?.[0]
  const chosen = data?.find((one) => one.entNo === (entNo ?? first?.key))
  return (
    <Split
      width={300}
      label={chosen?.entName ?? '选择企业'}
      side={(close) => (
        <TreePanel
          label="企业"
          nodes={nodes}
          error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
          empty={<EmptyState hint="还没有下级企业" />}
          chosen={chosen?.entNo}
          onChoose={(key) =>
            leave(() => {
              setEntNo(key)
              close()
            })
          }
          hotkey
        />
      )}
    >
      {chosen && <GivenTree key={`${chosen.entNo} ${tmlType}`} entNo={chosen.entNo} entName={chosen.entName} tmlType={tmlType} />}
    </Split>
  )
}
