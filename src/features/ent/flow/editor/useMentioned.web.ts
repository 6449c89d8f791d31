import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormChoices } from '#domain/forms/useFormChoices.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { flow } from '../flow.contract.ts'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { ShownFlow } from './useFlowEdit.web.ts'
import type { Mentioned } from './words.web.ts'

/** Returns what the steps of a flow mention, and what takes in the names of people who are chosen meanwhile. */
export function useMentioned({ people, roles, billClmns, startBy }: ShownFlow): {
  known: Mentioned
  takeNames: (names: ReadonlyMap<string, string>) => void
} {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const offered = useFormChoices(billClmns, useFormSources())
  // Names the roles of the flow alone to whoever only looks at it.
  const all = useQuery({ ...query(flow.find, { kind: 'role' }), enabled: useMay()(flow.find) })
  const named = people.map(
    ({ empNo, empName, goneFlag }) => [empNo, goneFlag === '1' ? `${empName}（已离职或停用）` : empName] as const,
  )
  return {
    known: {
      people: new Map([...names, ...named]),
      roles: new Map([
        ...roles.map(({ roleNo, roleName }) => [roleNo, roleName] as const),
        ...(all.data ?? []).map(({ no, name }) => [no, name] as const),
      ]),
      columns: billClmns,
      startBy,
      offered,
    },
    takeNames: (chosen) => setNames((before) => new Map([...before, ...chosen])),
  }
}
