import { Checkbox, Input, type InputRef, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { fieldsFitting, ownerNames } from '#contract/form/archiveFields.ts'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import { filledElsewhere, initialColumns } from '#contract/form/initial.ts'
import { defaultOf, type OfferedBy } from '#contract/form/values.ts'
import { FormField } from '#domain/forms/FormField.tsx'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { CellEditor } from './CellEditor.tsx'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import { partNameOf } from '../edits.tsx'
import { KnownLine } from './KnownLine.tsx'
import { LimitEditor } from './LimitEditor.tsx'
import './properties.css'
import { PropertyGroup, PropertyLine } from './PropertyLine.tsx'
import { PointsEditor } from './PointsEditor.tsx'
import type { Design } from '../useDesign.tsx'
import { focusField } from '../useDesignerKeys.tsx'
import { isComposing } from '#web/page/isComposing.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Props = {
  design: Design
  column: Column
  offered: OfferedBy
  sources: FormSources
  /** Puts the cursor into the name of a new field. */
  isNew: boolean
}

/** Draws everything about the chosen field, in four groups. */
export function Properties({ design, column, offered, sources, isNew }: Props) {
  const { clmnNo, fldCode } = column
  const part = partOf(column)
  const fixed = fixedOf(design.template.typeNo, fldCode)
  const has = (setting: string) => part?.settings.some((one) => one === setting)
  const change = (changes: Partial<Column>) => design.change(clmnNo, changes)
  return (
    <>
      <PropertyGroup title="字段">
        <p className="grey">
          {partNameOf(column)}
          {fixed && '。这类表单必有的字段，不能删除，控件、必填、选项和显示也不能改。'}
        </p>
        <NameInput column={column} isNew={isNew} onChange={(clmnName) => change({ clmnName })} />
        {part?.no !== 'page' && <Look column={column} onChange={change} />}
        {has('choices') && !fixed && <ChoiceEditor column={column} onChange={change} />}
        <TargetInput typeNo={design.template.typeNo} column={column} onChange={change} />
        {has('columns') && <CellEditor column={column} fixed={fixed?.clmns ?? []} onChange={(clmns) => change({ clmns })} />}
      </PropertyGroup>
      {has('points') && !filledElsewhere.includes(design.template.typeNo) && (
        <PropertyGroup title="计分">
          <PointsEditor column={column} offered={offered} onChange={change} />
        </PropertyGroup>
      )}
      {!part?.isSaid && (
        <Checks design={design} column={column} offered={offered} sources={sources} fixed={fixed} onChange={change} />
      )}
      {!fixed && part?.no !== 'page' && (
        <PropertyGroup title="显示条件">
          <ConditionEditor column={column} columns={design.columns} offered={offered} onChange={(visIf) => change({ visIf })} />
          <Flag column={column} name="showFlag" label="显示这个字段" onChange={change} />
        </PropertyGroup>
      )}
      {!part?.isSaid && (
        <PropertyGroup title="列表">
          <div className="property-boxes">
            <Flag column={column} name="listFlag" label="列表显示" onChange={change} />
            <Flag column={column} name="qryFlag" label="可查询" onChange={change} />
          </div>
        </PropertyGroup>
      )}
    </>
  )
}

type PartProps = { column: Column; onChange: (changes: Partial<Column>) => void }
type FlagProps = PartProps & {
  name: 'mustFlag' | 'readFlag' | 'showFlag' | 'listFlag' | 'qryFlag'
  label: string
  isLocked?: boolean
}

const Flag = ({ column, name, label, isLocked = false, onChange }: FlagProps) => (
  <Checkbox
    disabled={isLocked}
    checked={column[name] === '1'}
    onChange={({ target }) => onChange({ [name]: target.checked ? '1' : '0' })}
  >
    {label}
  </Checkbox>
)

/** Draws what is said beside a field, and its width. */
function Look({ column, onChange: change }: PartProps) {
  const part = partOf(column)
  return (
    <>
      <PropertyLine label={part?.no === 'note' ? '说明' : '提示'}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={200}
            value={column.tip ?? ''}
            onChange={({ target }) => change({ tip: target.value || null })}
          />
        )}
      </PropertyLine>
      {part?.no !== 'line' && <WidthInput value={column.wdt} onChange={(wdt) => change({ wdt })} />}
    </>
  )
}

type ChecksProps = PartProps &
  Pick<Props, 'design' | 'offered' | 'sources'> & {
    /** Holds the column as its type of form brings it. */
    fixed: Column | undefined
  }

/** Draws what a field takes, and its default. */
function Checks({ design, column, offered, sources, fixed, onChange: change }: ChecksProps) {
  const hasDefault = partOf(column)?.settings.some((one) => one === 'dftlVal')
  return (
    <PropertyGroup title="校验">
      <div className="property-boxes">
        <Flag column={column} name="mustFlag" label="必填" isLocked={fixed?.mustFlag === '1'} onChange={change} />
        {hasDefault && (
          <Flag column={column} name="readFlag" label="只读，只显示默认值" isLocked={fixed !== undefined} onChange={change} />
        )}
      </div>
      <LimitEditor column={column} longest={fixed?.len} onlyOwnTypes={design.template.typeNo === visitType} onChange={change} />
      {hasDefault && (
        <div className="fill property">
          <FormField
            column={{ ...column, clmnName: '默认值', tip: null, mustFlag: '0', readFlag: '0' }}
            name={`default-${column.clmnNo}`}
            value={defaultOf(column)}
            onChange={(value) => change({ dftlVal: asDefault(value) })}
            offered={offered}
            sources={sources}
            readOnly={false}
          />
        </div>
      )}
    </PropertyGroup>
  )
}

type NameProps = { column: Column; isNew: boolean; onChange: (clmnName: string) => void }

/** Draws the input of a name: while it is empty, the one before stays. Enter goes back to the form. */
function NameInput({ column: { clmnNo, clmnName }, isNew, onChange }: NameProps) {
  const [typed, setTyped] = useState(clmnName)
  const input = useRef<InputRef>(null)
  useEffect(() => {
    if (isNew) input.current?.focus({ cursor: 'all' })
  }, [isNew])
  const shown = typed.trim() === '' || typed.trim() === clmnName ? typed : clmnName
  return (
    <PropertyLine label="名称">
      {(id) => (
        <Input
          id={id}
          ref={input}
          maxLength={40}
          status={shown.trim() === '' ? 'error' : ''}
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value)
            const name = target.value.trim()
            if (name !== '' && name !== clmnName) onChange(name)
          }}
          onBlur={() => setTyped(clmnName)}
          onPressEnter={({ nativeEvent }) => !isComposing(nativeEvent) && focusField(clmnNo)}
        />
      )}
    </PropertyLine>
  )
}

type TargetProps = { typeNo: string; column: Column; onChange: (changes: Partial<Column>) => void }

/** Draws which field of an archive the question is about, of those that it fits; nothing where it fits none. */
function TargetInput({ typeNo, column, onChange }: TargetProps) {
  const fields = filledElsewhere.includes(typeNo) ? [] : fieldsFitting(column)
  if (fields.length === 0) return null
  return (
    <>
      <PropertyLine label="对应档案字段">
        {(id) => (
          <Select
            id={id}
            allowClear
            placeholder="不对应"
            value={column.arcFld ?? null}
            options={fields.map(({ code, owner, name }) => ({ value: code, label: `${ownerNames[owner]} · ${name}` }))}
            onChange={(arcFld: string | undefined) => onChange({ arcFld })}
          />
        )}
      </PropertyLine>
      {column.arcFld && <KnownLine arcFld={column.arcFld} />}
    </>
  )
}

// Names the type of the forms of a gate, where files are pictures and pdf.
const visitType = '01'

const asDefault = (value: unknown) => (value === undefined || value === '' ? null : String(value).slice(0, 500))

const WidthInput = ({ value, onChange }: { value: Column['wdt']; onChange: (wdt: Column['wdt']) => void }) => (
  <SegmentedControl
    block
    aria-label="宽度"
    value={value}
    onChange={onChange}
    options={[
      { value: 1, label: '半行' },
      { value: 2, label: '整行' },
    ]}
  />
)

/** The column as its type of form brings it; undefined for one that somebody added. */
const fixedOf = (typeNo: string, fldCode: string | null) =>
  fldCode === null ? undefined : initialColumns(typeNo).find((one) => one.fldCode === fldCode)
