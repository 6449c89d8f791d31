import type { ReactNode } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { shownColumns } from '#contract/form/shown.ts'
import { isEmpty } from '#contract/form/values.ts'
import { valueWords } from '#contract/form/words.ts'
import { processStates, TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { deedWordsOf } from '#domain/approvals/ProcessTimeline.tsx'
import { Signature } from '#domain/forms/Signature.tsx'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { useFormChoices } from '#domain/forms/useFormChoices.web.ts'
import type { Out } from '#web/api/send.ts'
import { formatTime } from '#web/page/format.ts'
import { PaperLine } from '#web/print/PaperLine.tsx'
import { usePrinting } from '#web/print/printing.ts'
import './processPaper.css'
import type { prc } from '../prc.contract.ts'

type Process = Out<typeof prc.get>
type Props = { process: Process; choices: FormSources['choices'] }

/** Draws an application as a school files it, on paper alone: whose it is, what stands in it, and who decided what and when. */
export function ProcessPaper({ process, choices }: Props) {
  // Reads the choices with the page, so that they are there when it is printed.
  const offered = useFormChoices(process.billClmns, { choices })
  return usePrinting() ? <Paper process={process} offered={offered} /> : null
}

type PaperProps = { process: Process; offered: ReturnType<typeof useFormChoices> }

function Paper({ process, offered }: PaperProps) {
  const { entName, prcNo, flowName, title, empName, place, sentTm, doneTm, stt, deeds } = process
  const made = deeds.filter(({ kind, stt: done }) => kind !== TaskKind.copy && done !== TaskState.dropped)
  return (
    <section className="paper process-paper" aria-hidden>
      <h2 className="print-title">
        <span>{entName}</span>
        {flowName}审批单
      </h2>
      <PaperLine />
      <table>
        <tbody>
          <Line
            cells={[
              ['标题', title],
              ['申请编号', prcNo],
            ]}
          />
          <Line
            cells={[
              ['申请人', place ? `${empName}（${place}）` : empName],
              ['提交时间', formatTime(sentTm)],
            ]}
          />
          <Line
            cells={[
              ['状态', processStates[stt]],
              ['办结时间', formatTime(doneTm) || '–'],
            ]}
          />
        </tbody>
      </table>
      <h3>申请内容</h3>
      <Fields process={process} offered={offered} />
      <h3>审批过程</h3>
      <table className="process-paper-deeds">
        <thead>
          <tr>
            {['步骤', '审批人', '结果', '意见', '签名', '时间'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {made.map((deed) => (
            <tr key={deed.tskNo}>
              <td>{deed.stepName}</td>
              <td>{deed.forName ? `${deed.empName}代${deed.forName}` : deed.empName}</td>
              <td>{deedWordsOf(deed)}</td>
              <td>{deed.word}</td>
              <td>{deed.sign && <Signature strokes={deed.sign} label={`${deed.empName}的签名`} />}</td>
              <td>{formatTime(deed.doneTm)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Cell = [name: string, value: ReactNode]

/** Draws one or two facts side by side; one alone takes the whole width. */
const Line = ({ cells }: { cells: readonly Cell[] }) => (
  <tr>
    {cells.map(([name, value]) => (
      <Pair key={name} name={name} value={value} isWide={cells.length === 1} />
    ))}
  </tr>
)

const Pair = ({ name, value, isWide }: { name: string; value: ReactNode; isWide: boolean }) => (
  <>
    <th scope="row">{name}</th>
    <td {...(isWide && { colSpan: 3 })}>{value}</td>
  </>
)

function Fields({ process: { billClmns, vals }, offered }: PaperProps) {
  const shown = shownColumns(billClmns, vals).filter((column) => !partOf(column)?.isSaid)
  const cellOf = (column: Column): Cell => [
    column.clmnName,
    <Value key={column.clmnNo} column={column} vals={vals} offered={offered} />,
  ]
  return (
    <table>
      <tbody>
        {pairs(shown).map((some) => (
          <Line key={some[0]?.clmnNo} cells={some.map(cellOf)} />
        ))}
      </tbody>
    </table>
  )
}

type ValueProps = { column: Column; vals: FormValues; offered: ReturnType<typeof useFormChoices> }

const Value = ({ column, vals, offered }: ValueProps) => {
  const value = vals[column.clmnNo]
  if (isEmpty(value)) return '–'
  if (partOf(column)?.no === 'sign') return <Signature strokes={value as number[][]} label="签名" />
  return valueWords(column, value, offered)
}

// Puts two narrow fields side by side.
function pairs(columns: readonly Column[]): Column[][] {
  const lines: Column[][] = []
  for (const column of columns) {
    const last = lines.at(-1)
    if (column.wdt === 1 && last?.length === 1 && last[0]?.wdt === 1) last.push(column)
    else lines.push([column])
  }
  return lines
}
