import { useEffect, useEffectEvent, useRef } from 'react'
import type { OfferedBy } from '#contract/form/values.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { FieldCard } from './FieldCard.tsx'
import type { FieldDrag } from './useFieldDrag.tsx'
import type { Design } from './useDesign.tsx'

type Props = {
  design: Design
  drag: FieldDrag
  offered: OfferedBy
  sources: FormSources
  isNarrow: boolean
}

/** Draws the form as it will look, on a grid of two columns. */
export function Canvas({ design, drag, offered, sources, isNarrow }: Props) {
  const { columns, chosen, choose } = design
  const place = useRef<HTMLDivElement>(null)
  // Moves the focus with the choice, unless it is somewhere else on the page.
  const follow = useEffectEvent(() => {
    const { activeElement } = document
    const isHere = activeElement === document.body || place.current?.contains(activeElement)
    const field = place.current?.querySelector<HTMLElement>(`[data-field="${chosen?.clmnNo}"]`)
    if (isHere && !isNarrow) field?.focus()
    else field?.parentElement?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => follow(), [chosen?.clmnNo, columns.length])
  return (
    <section className="designer-canvas" ref={place} aria-label="表单" {...drag.canvasProps}>
      {columns.length === 0 ? (
        <div className={drag.over === undefined ? 'designer-empty' : 'designer-empty over'}>
          {isNarrow ? '还没有字段，从“添加字段”开始' : '把左侧控件拖到这里，或按 / 搜索控件'}
        </div>
      ) : (
        <ol className={isNarrow ? 'designer-grid narrow' : 'designer-grid'} aria-label="表单的字段">
          {columns.map((column, at) => (
            <FieldCard
              key={column.clmnNo}
              column={column}
              at={at}
              design={design}
              drag={drag}
              offered={offered}
              sources={sources}
              isNarrow={isNarrow}
            />
          ))}
        </ol>
      )}
      <span className="unseen" role="status">
        {design.said}
      </span>
      {/* Clears the selection on a click below the fields. */}
      <div className="designer-rest" onClick={() => choose(undefined)} aria-hidden />
    </section>
  )
}
