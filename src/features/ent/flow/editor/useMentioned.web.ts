import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { useFormChoices } from '#domain/forms/useFormChoices.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { role } from '#features/ent/role/role.contract.ts'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { ShownFlow } from './useFlowEdit.web.ts'
import type { Mentioned } from './words.web.ts'

/** Returns what the steps of a flow mention, and what takes in the names of people who are chosen meanwhile. */
export function useMentioned({ people, roles, billClmns }: ShownFlow): {
  known: Mentioned
  takeNames: (names: ReadonlyMap<string, string>) => void
} {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const offered = useFormChoices(billClmns, useFormSources())
  // Names the roles of the flow alone to whoever may not see the others.
  const all = useQuery({ ...query(role.getalllist, { stt: Status.enabled }), enabled: useMay()(role.getalllist) })
  const named = people.map(
    ({ empNo, empName, goneFlag }) => [empNo, goneFlag === '1' ? `${empName}（已离职或停用）` : empName] as const,
  )
  return {
    known: {
      people: new Map([...names, ...named]),
      roles: new Map([...roles, ...(all.data ?? [])].map(({ roleNo, roleName }) => [roleNo, roleName])),
      columns: billClmns,
      offered,
    },
    takeNames: (chosen) => setNames((before) => new Map([...before, ...chosen])),
  }
}
