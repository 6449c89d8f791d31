import { Printer } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column, FormSettings, FormValues } from '#contract/form/column.ts'
import { scoreOf } from '#contract/form/scores.ts'
import { valueColumns } from '#contract/form/shown.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import { valueWords } from '#contract/form/words.ts'
import { DataTable } from '#web/list/DataTable.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { emptyValues, errorsOf, FormFill } from '#domain/forms/FormFill.tsx'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { usePrinting } from '#web/print/printing.ts'
import { PrintView } from '#web/print/PrintView.tsx'
import './preview.css'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Props = {
  title: string
  columns: readonly Column[]
  sets: FormSettings
  offered: OfferedBy
  sources: FormSources
  onClose: () => void
}

type View = 'phone' | 'paper' | 'list'
const views: { value: View; label: string }[] = [
  { value: 'phone', label: '手机' },
  { value: 'paper', label: '纸张' },
  { value: 'list', label: '列表' },
]

/** Draws the form as it will be: filled in on a phone, which can be tried here, read on paper, which is what is printed, and a line of a list. */
export default function PreviewModal({ title, columns, sets, offered, sources, onClose }: Props) {
  const [chosen, setView] = useState<View>('phone')
  const view = usePrinting() ? 'paper' : chosen
  const [values, setValues] = useState(() => emptyValues(columns))
  return (
    <AppModal open title={`预览“${title}”`} width={920} footer={null} onCancel={onClose} className="touch">
      <div className="page-tools">
        <SegmentedControl aria-label="预览方式" value={view} onChange={setView} options={views} />
        {view === 'paper' && (
          <Button icon={<Printer />} onClick={() => window.print()}>
            打印
          </Button>
        )}
      </div>
      {view === 'phone' && (
        <Tried
          title={title}
          columns={columns}
          sets={sets}
          values={values}
          onChange={setValues}
          sources={sources}
          offered={offered}
        />
      )}
      {view === 'paper' && (
        <div className="preview-paper">
          <PrintView title={title}>
            <h2 className="preview-title">{title}</h2>
            <FormRead columns={columns} values={values} choices={sources.choices} score={scoreOf(columns, values)} />
          </PrintView>
        </div>
      )}
      {view === 'list' && <Listed columns={columns} values={values} offered={offered} />}
    </AppModal>
  )
}

type TriedProps = Omit<Props, 'onClose'> & { values: FormValues; onChange: (values: FormValues) => void }

function Tried({ title, columns, sets, values, onChange, sources, offered }: TriedProps) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const count = Object.keys(errors).length
  const isSingle = sets.singleFlag === '1'
  const paging = usePaging({ columns, values, errors, setErrors, sources, isSingle, isPhone: true })
  const submit = () => {
    if (stopAtWrongDay()) return
    const wrong = readFilledForm(columns, values, offered).errors
    setErrors(errorsOf(wrong))
    setTried(true)
    if (wrong.length > 0) focusFirstFault()
  }
  return (
    <div className="preview-phone" role="region" aria-label="手机预览">
      <h2 className="preview-title">{title}</h2>
      <FormFill
        columns={columns}
        values={values}
        onChange={(next) => {
          setErrors({})
          setTried(false)
          onChange(next)
        }}
        errors={errors}
        sources={sources}
        narrow
        paging={paging}
      />
      {paging.isLast && (
        <Button type="primary" block onClick={submit}>
          试着提交
        </Button>
      )}
      <p role="status" className={count > 0 ? 'bad-text' : 'grey'}>
        {count > 0 ? `有 ${count} 处要改` : isTried && '填写没有问题，预览不会保存'}
      </p>
    </div>
  )
}

type Row = { key: string; values: FormValues }

function Listed({ columns, values, offered }: Pick<Props, 'columns' | 'offered'> & { values: FormValues }) {
  const listed = valueColumns(columns).filter(({ listFlag }) => listFlag === '1')
  if (listed.length === 0) return <div className="empty">还没有字段勾选“列表显示”</div>
  return (
    <DataTable<Row>
      label="列表里的样子"
      rowKey="key"
      rows={[{ key: 'row', values }]}
      columns={listed.map((column) => ({
        key: column.clmnNo,
        title: column.clmnName,
        width: 120,
        ellipsis: true,
        render: (_: never, row: Row) => valueWords(column, row.values[column.clmnNo], offered) || '–',
      }))}
    />
  )
}
