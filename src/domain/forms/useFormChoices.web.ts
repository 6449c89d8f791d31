import { useEffect, useState } from 'react'
import type { Column } from '#contract/form/column.ts'
import type { Offered, OfferedBy } from '#contract/form/values.ts'
import type { FormSources } from './sources.web.ts'

/** Returns the choices of a form's columns: their own at once, those of dictionaries as soon as they have been read. */
export function useFormChoices(columns: readonly Column[], { choices }: Pick<FormSources, 'choices'>): OfferedBy {
  const types = [...new Set(columns.flatMap((column) => [column, ...column.clmns]).flatMap(({ infoType }) => infoType ?? []))]
  const wanted = types.sort().join(',')
  const [known, setKnown] = useState<Record<string, readonly Offered[]>>({})
  useEffect(() => {
    for (const type of wanted.split(',').filter(Boolean))
      choices(type).then(
        (list) => setKnown((before) => ({ ...before, [type]: list })),
        () => undefined,
      )
  }, [wanted, choices])
  return ({ infoType, opts }) => (infoType ? (known[infoType] ?? []) : opts)
}
