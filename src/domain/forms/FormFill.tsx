import { Suspense, useId } from 'react'
import type { Column, FormValues } from '#contract/form/column.ts'
import { shownColumns } from '#contract/form/shown.ts'
import { defaultOf } from '#contract/form/values.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import { FormField } from './FormField.tsx'
import './forms.css'
import type { Paging } from './pages/usePaging.web.ts'
import type { FormSources } from './sources.web.ts'
import { useFormChoices } from './useFormChoices.web.ts'

// Loads the frame of a page only for forms that have pages.
const PageFrame = lazyPiece(async () => ({ default: (await import('./pages/PageFrame.tsx')).PageFrame }))

type Props = {
  columns: readonly Column[]
  values: FormValues
  onChange: (values: FormValues) => void
  /** Maps a column (`c3`) or a cell (`c3.0.c1`) to its error. */
  errors?: Record<string, string>
  /** Maps a column to where its value comes from. */
  origins?: Record<string, string>
  sources: FormSources
  readOnly?: boolean
  /** Tells that there is no room for two fields side by side. */
  narrow?: boolean
  /** Holds the page to draw; without it the whole form stands on one. */
  paging?: Paging
}

/** Draws a form that is filled in, with the fields that it shows now. The same on a phone at the gate and in the office. */
export function FormFill({
  columns,
  values,
  onChange,
  errors = {},
  origins,
  sources,
  readOnly = false,
  narrow = false,
  paging,
}: Props) {
  const name = useId()
  const offered = useFormChoices(columns, sources)
  const isPaged = paging !== undefined && paging.count > 1
  const shown = paging ? paging.page.columns : shownColumns(columns, values)
  const grid = (
    <div className={narrow ? 'fill fill-grid narrow' : 'fill fill-grid'}>
      {shown.map((column) => (
        <FormField
          key={column.clmnNo}
          column={column}
          name={`${name}${column.clmnNo}`}
          value={column.readFlag === '1' ? defaultOf(column) : values[column.clmnNo]}
          onChange={(value) => onChange({ ...values, [column.clmnNo]: value })}
          error={errors[column.clmnNo]}
          origin={origins?.[column.clmnNo]}
          cellErrors={cellsOf(errors, column.clmnNo)}
          offered={offered}
          sources={sources}
          readOnly={readOnly || column.readFlag === '1'}
        />
      ))}
    </div>
  )
  if (!isPaged) return grid
  return (
    <Suspense>
      <PageFrame paging={paging}>{grid}</PageFrame>
    </Suspense>
  )
}

const cellsOf = (errors: Record<string, string>, clmnNo: string) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, said]) =>
      field.startsWith(`${clmnNo}.`) ? [[field.slice(clmnNo.length + 1), said]] : [],
    ),
  )

/** Returns the values of an empty form. */
export const emptyValues = (columns: readonly Column[]): FormValues =>
  Object.fromEntries(columns.flatMap((column) => (column.dftlVal ? [[column.clmnNo, defaultOf(column)]] : [])))

/** Returns complaints of a form by their fields. */
export const errorsOf = (complaints: readonly { field: string; message: string }[]): Record<string, string> =>
  Object.fromEntries(complaints.map(({ field, message }) => [field.replace(/^vals\./, ''), message]))
