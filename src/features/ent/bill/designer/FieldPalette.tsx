import { SearchIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { type OfferedPart, offeredPartOf } from '#contract/form/offeredParts.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { query } from '#web/api/api.ts'
import { useHotkey } from '#web/page/useHotkey.ts'
import { partIcons } from './partIcons.tsx'
import { keyboardPress } from './keyboardPress.tsx'
import type { FieldDrag } from './useFieldDrag.tsx'
import { isComposing } from '#web/page/isComposing.ts'

type Props = { drag: FieldDrag; onAdd: (part: OfferedPart) => void }

/**
 * Draws the controls of a form: a click adds one, so does Enter for the first that was found, and it can be dragged into its
 * place.
 */
export function FieldPalette({ drag, onAdd }: Props) {
  const { data: controls = [] } = useQuery(query(bill.getctrllist, {}))
  const { data: kits = [] } = useQuery(query(bill.getkitlist, {}))
  const groups = [
    { title: '控件', parts: controls.flatMap(({ ctrlNo }) => offeredPartOf({ ctrlNo }) ?? []) },
    { title: '组合', parts: kits.flatMap(({ kitNo }) => offeredPartOf({ ctrlNo: null, kitNo }) ?? []) },
  ]
  const [word, setWord] = useState('')
  const input = useRef<InputRef>(null)
  useHotkey('/', () => input.current?.focus())
  const fits = ({ name }: OfferedPart) => name.includes(word.trim())
  const first = groups.flatMap(({ parts }) => parts).find(fits)
  const add = (part: OfferedPart | undefined) => {
    if (!part) return
    setWord('')
    onAdd(part)
  }
  return (
    <nav className="designer-parts" aria-label="控件">
      <Input
        ref={input}
        allowClear
        prefix={<SearchIcon className="grey" />}
        placeholder="搜索控件（/）"
        aria-label="搜索控件"
        value={word}
        maxLength={20}
        onChange={({ target }) => setWord(target.value)}
        onPressEnter={({ nativeEvent }) => !isComposing(nativeEvent) && add(word.trim() ? first : undefined)}
      />
      {groups.map(({ title, parts }) => {
        const found = parts.filter(fits)
        if (found.length === 0) return null
        return (
          <section key={title}>
            <h2 className="designer-part-head">{title}</h2>
            <div className="designer-part-grid">
              {found.map((part) => {
                const Icon = partIcons[part.icon]
                const dragged = drag.partProps(part)
                const press = keyboardPress(() => add(part))
                return (
                  <div
                    key={part.no}
                    role="button"
                    tabIndex={0}
                    className={word.trim() && part === first ? 'designer-part first' : 'designer-part'}
                    {...dragged}
                    onClick={() => add(part)}
                    onKeyDown={(event) => {
                      dragged.onKeyDown(event)
                      press(event)
                    }}
                  >
                    {Icon && <Icon aria-hidden />}
                    {part.name}
                  </div>
                )
              })}
            </div>
          </section>
        )
      })}
      {!first && controls.length > 0 && <p className="grey">没有叫“{word.trim()}”的控件</p>}
    </nav>
  )
}
