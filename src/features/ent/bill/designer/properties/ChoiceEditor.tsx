import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import type { Choice, Column, TableColumn } from '#contract/form/column.ts'
import { catalogueInfo } from '#features/ecb/info/info.contract.ts'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { parseChoices } from '../edits.tsx'
import { PropertyLine } from './PropertyLine.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Chosen = Pick<Column, 'infoType' | 'opts'>
type Props = { column: Column | TableColumn; onChange: (changes: Partial<Chosen>) => void }

/** Draws the choices: lines of one's own, or the values of a dictionary. */
export function ChoiceEditor({ column, onChange }: Props) {
  const { infoType, opts } = column
  // Requires a dictionary for a cascade, which alone holds further levels.
  const isCascade = partOf(column)?.no === 'cascade'
  const [fromInfo, setFromInfo] = useState(infoType !== null || isCascade)
  const turn = (to: string) => {
    setFromInfo(to === 'info')
    if (to === 'own') onChange({ infoType: null })
  }
  return (
    <>
      {!isCascade && (
        <SegmentedControl
          block
          aria-label="选项来自"
          value={fromInfo ? 'info' : 'own'}
          onChange={turn}
          options={[
            { value: 'own', label: '自己填写' },
            { value: 'info', label: '信息字典' },
          ]}
        />
      )}
      {fromInfo ? (
        <PropertyLine label="信息字典">
          {(id) => <DictionarySelect id={id} value={infoType} onChange={(type) => onChange({ infoType: type, opts: [] })} />}
        </PropertyLine>
      ) : (
        <PropertyLine label="选项（每行一个，可以粘贴多行）">
          {(id) => <Lines id={id} opts={opts} onChange={(next) => onChange({ opts: next })} />}
        </PropertyLine>
      )}
    </>
  )
}

type LinesProps = { id: string; opts: readonly Choice[]; onChange: (opts: Choice[]) => void }

const textOf = (opts: readonly Choice[]) => opts.map(({ name }) => name).join('\n')

function Lines({ id, opts, onChange }: LinesProps) {
  // Keeps the typed text: empty lines are only on the way to a choice.
  const [typed, setTyped] = useState('')
  const text = textOf(parseChoices(typed)) === textOf(opts) ? typed : textOf(opts)
  return (
    <Input.TextArea
      id={id}
      rows={5}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseChoices(target.value, opts))
      }}
    />
  )
}

type SelectProps = { id: string; value: string | null; onChange: (type: string | null) => void }

function DictionarySelect({ id, value, onChange }: SelectProps) {
  const may = useMay()(catalogueInfo.gettypelist)
  const { data = [] } = useQuery({ ...query(catalogueInfo.gettypelist, { stt: '1' }), enabled: may })
  const options = data.map(({ typeCode, chnName }) => ({ value: typeCode, label: chnName }))
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={may ? '请选择' : '没有查看信息字典的权限'}
      disabled={!may}
      value={value}
      options={options}
      onChange={(type: string | undefined) => onChange(type ?? null)}
    />
  )
}
