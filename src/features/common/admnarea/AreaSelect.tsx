import { Select } from 'antd'
import { useState } from 'react'
import { levelNames } from '#contract/shell/admnarea.contract.ts'
import { useAreaHits, useAreas } from './useAreas.tsx'

type Props = {
  /** Holds the choice on every level. */
  names: readonly (string | undefined)[]
  at: number
  onPath: (path: string[]) => void
  value?: string | null
  onChange?: (name: string | null) => void
  id?: string
}

/**
 * Draws one level of an address: its areas, searched by name; a name of another level is found too and fills in all of them. A
 * name that is no longer in the directory stays until another is chosen.
 */
export function AreaSelect({ names, at, onPath, value = null, onChange, id }: Props) {
  const [word, setWord] = useState('')
  const above = names.slice(0, at).filter((name) => name !== undefined)
  const isReady = above.length === at
  const { data, isFetching } = useAreas(above, isReady)
  const hits = useAreaHits(word, names.length)
  const own = data?.map(({ areaName }) => ({ value: areaName, label: areaName })) ?? []
  const isOld = data !== undefined && value !== null && !own.some((one) => one.value === value)
  const old = isOld ? [{ value, label: `${value}（已不在目录里）` }] : []
  // Leaves out hits that are in this list already.
  const further = hits.filter(({ path }) => path.length !== at + 1 || above.some((name, level) => path[level] !== name))
  const found = further.map(({ areaCode, path }) => ({ value: areaCode, label: path.join(' / ') }))
  const choose = (chosen: string | null) => {
    const path = further.find(({ areaCode }) => areaCode === chosen)?.path
    const next = path ?? [...above, ...(chosen === null ? [] : [chosen])]
    onPath(next)
    onChange?.(next[at] ?? null)
  }
  return (
    <Select<string | null>
      {...(id !== undefined && { id })}
      {...(!isReady && { disabled: true })}
      allowClear
      showSearch={{ optionFilterProp: 'label', onSearch: setWord }}
      popupMatchSelectWidth={false}
      placeholder={`请选择${levelNames[at]}`}
      value={value}
      onChange={(name) => choose(name ?? null)}
      options={[...old, ...own, ...(found.length > 0 ? [{ label: '其他地方', options: found }] : [])]}
      notFoundContent={isFetching ? '正在读取' : '没有可选的'}
    />
  )
}
