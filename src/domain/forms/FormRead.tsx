import type { ReactNode } from 'react'
import type { Column, FormValues } from '#contract/form/column.ts'
import { isMaskedColumn } from '#contract/form/masked.ts'
import { partOf } from '#contract/form/catalogue.ts'
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
}

/** Draws a filled-in form: for details, a preview, paper. */
export function FormRead({ columns, values, choices, linkOf, masked }: Props) {
  const offered = useFormChoices(columns, { choices })
  return (
    <dl className="read-form">
      {shownColumns(columns, values).map((column) => {
        const part = partOf(column)
        // Skips what is only drawn between fields and has nothing to read.
        if (part?.no === 'line') return null
        const value = values[column.clmnNo]
        return (
          <div key={column.clmnNo} className={column.wdt === 2 ? 'read-wide' : undefined}>
            <dt>{column.clmnName}</dt>
            <dd>
              {part?.no === 'note' ? (
                column.tip
              ) : isEmpty(value) ? (
                '–'
              ) : part?.no === 'sign' ? (
                <Signature strokes={value as number[][]} label="签名" />
              ) : masked && isMaskedColumn(column) ? (
                masked(column, valueWords(column, value, offered))
              ) : part?.no === 'table' ? (
                <Rows column={column} rows={value as FormValues[]} offered={offered} />
              ) : linkOf && (part?.no === 'files' || part?.no === 'pictures') ? (
                <Files files={value as { fileNo: string; name: string }[]} linkOf={linkOf} isPicture={part.no === 'pictures'} />
              ) : (
                valueWords(column, value, offered)
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
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
