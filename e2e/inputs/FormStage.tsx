import { useState } from 'react'
import { offeredControls, offeredKits } from '#contract/form/offeredParts.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { newCell, newColumn } from '#contract/form/initial.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import { emptyValues, errorsOf, FormFill } from '#domain/forms/FormFill.tsx'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { useFormChoices } from '#domain/forms/useFormChoices.web.ts'

const opts = ['甲', '乙', '丙'].map((name, i) => ({ val: String(i + 1), name }))
const all: (Partial<Column> & { name: string; wdt: number })[] = [
  ...offeredControls.map(({ no, name, wdt }) => ({ ctrlNo: no, name, wdt })),
  ...offeredKits.map(({ no, name, wdt }) => ({ kitNo: no, name, wdt })),
]
const more: Record<string, Partial<Column>> = {
  text: { mustFlag: '1', tip: '写全称' },
  number: { minVal: 1, maxVal: 99 },
  radio: { opts, dftlVal: '1' },
  checkbox: { opts },
  select: { infoType: 'NTNL' },
  cascade: { infoType: 'STT' },
  note: { tip: '请如实填写' },
  email: { visIf: { clmnNo: `c${offeredControls.findIndex(({ no }) => no === 'radio') + 1}`, op: 'eq', vals: ['2'] } },
  table: { clmns: [newCell('c1', '物品', { ctrlNo: 'text', mustFlag: '1' }), newCell('c2', '数量', { ctrlNo: 'number' })] },
}
const columns = all.map(({ name, ...column }, i) =>
  newColumn(`c${i + 1}`, name, { ...column, ...more[column.kitNo ?? column.ctrlNo ?? ''] }),
)

/** Draws a form of every control and kit, with its stored and shown values. */
export function FormStage() {
  const sources = useFormSources()
  const offered = useFormChoices(columns, sources)
  const [values, setValues] = useState<FormValues>(emptyValues(columns))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [kept, setKept] = useState<FormValues>()
  const check = () => {
    const { values: read, errors: wrong } = readFilledForm(columns, values, offered)
    setErrors(errorsOf(wrong))
    setKept(wrong.length === 0 ? read : undefined)
  }
  return (
    <main style={{ maxWidth: 960, margin: '0 auto', padding: 16 }}>
      <h1>表单控件</h1>
      <FormFill columns={columns} values={values} onChange={setValues} errors={errors} sources={sources} />
      <button type="button" onClick={check}>
        检查
      </button>
      {kept && (
        <>
          <pre aria-label="保存的值" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(kept)}
          </pre>
          <FormRead columns={columns} values={kept} choices={sources.choices} />
        </>
      )}
    </main>
  )
}
