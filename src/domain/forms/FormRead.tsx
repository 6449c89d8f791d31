import type { ReactNode } from 'react'
import type { Column, FormValues } from '#contract/form/column.ts'
import { isMaskedColumn } from '#contract/form/masked.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { isScored, pointsOf } from '#contract/form/scores.ts'
import { shownColumns } from '#contract/form/shown.ts'
import { isEmpty } from '#contract/form/values.ts'
import { valueWords } from '#contract/form/words.ts'
import './forms.css'
import { Signature } from './Signature.tsx'
import type { FormSources } from './sources.web.ts'
import { useFormChoices } from './useFormChoices.web.ts'

type Props = {
  columns: readonly Column[]
  values: FormValues
  choices: FormSources['choices']
  /** Returns the address of a file of the form by its number; undefined where it has none. */
  linkOf?: (fileNo: string) => string | undefined
  /** Draws a masked value with a way to reveal it. */
  masked?: (column: Column, words: string) => ReactNode
  /** Gives the score of the answer, which is told with the points of each question; null for none. */
  score?: number | null
}

/** Draws a filled-in form: for details, a preview, paper. */
export function FormRead({ columns, values, choices, linkOf, masked, score = null }: Props) {
  const offered = useFormChoices(columns, { choices })
  const list = (
    <dl className="read-form">
      {shownColumns(columns, values).map((column) => {
        const part = partOf(column)
        // Skips what is only drawn between fields and has nothing to read.
        if (part?.no === 'line' || part?.no === 'page') return null
        return (
          <div key={column.clmnNo} className={column.wdt === 2 ? 'read-wide' : undefined}>
            <dt>{column.clmnName}</dt>
            <dd>
              <Held column={column} value={values[column.clmnNo]} offered={offered} linkOf={linkOf} masked={masked} />
              {score !== null && isScored(column) && (
                <small className="read-points">{pointsOf(column, values[column.clmnNo])} 分</small>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
  if (score === null) return list
  return (
    <>
      <p className="read-score">
        得分 <strong>{score}</strong>
      </p>
      {list}
    </>
  )
}

type HeldProps = Pick<Props, 'linkOf' | 'masked'> & {
  column: Column
  value: unknown
  offered: ReturnType<typeof useFormChoices>
}

/** Draws what a field holds, as its control is read. */
function Held({ column, value, offered, linkOf, masked }: HeldProps) {
  const no = partOf(column)?.no
  if (no === 'note') return column.tip
  if (isEmpty(value)) return '–'
  if (no === 'sign') return <Signature strokes={value as number[][]} label="签名" />
  if (masked && isMaskedColumn(column)) return masked(column, valueWords(column, value, offered))
  if (no === 'table') return <Rows column={column} rows={value as FormValues[]} offered={offered} />
  if (linkOf && (no === 'files' || no === 'pictures'))
    return <Files files={value as { fileNo: string; name: string }[]} linkOf={linkOf} isPicture={no === 'pictures'} />
  return valueWords(column, value, offered)
}

const Rows = ({ column, rows, offered }: { column: Column; rows: FormValues[]; offered: ReturnType<typeof useFormChoices> }) => (
  <table>
    <thead>
      <tr>
        {column.clmns.map(({ clmnNo, clmnName }) => (
          <th key={clmnNo} scope="col">
            {clmnName}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at}>
          {column.clmns.map((inside) => (
            <td key={inside.clmnNo}>{valueWords(inside, row[inside.clmnNo], offered) || '–'}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type FilesProps = { files: { fileNo: string; name: string }[]; linkOf: NonNullable<Props['linkOf']>; isPicture: boolean }

const Files = ({ files, linkOf, isPicture }: FilesProps) =>
  files.map(({ fileNo, name }) => (
    <a key={fileNo} href={linkOf(fileNo)} target="_blank" rel="noreferrer" className={isPicture ? 'read-picture' : undefined}>
      {isPicture ? <img src={linkOf(fileNo)} alt={name} /> : name}
    </a>
  ))
