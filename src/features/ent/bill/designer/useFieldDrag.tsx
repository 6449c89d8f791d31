import { type DragEvent, useState } from 'react'
import type { Part } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import type { Design } from './useDesign.tsx'

type Dragged = { part: Part } | { clmnNo: string }
export type FieldDrag = ReturnType<typeof useFieldDrag>

/** Drags a control from the list into the form, and a field to another place in it. */
export function useFieldDrag({ columns, add, move, isOpen }: Pick<Design, 'columns' | 'add' | 'move' | 'isOpen'>) {
  const [dragged, setDragged] = useState<Dragged>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const begin = (what: Dragged, name: string) => ({
    draggable: isOpen,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'copyMove'
      dataTransfer.setData('text/plain', name)
      setDragged(what)
    },
    onDragEnd: end,
  })
  const hold = (event: DragEvent, place: number) => {
    if (!dragged) return
    event.preventDefault()
    event.stopPropagation()
    if (over !== place) setOver(place)
  }
  return {
    /** Holds the field before which the dragged one would come. */
    over,
    partProps: (part: Part) => begin({ part }, part.name),
    fieldProps: (column: Column, at: number) => ({
      ...begin({ clmnNo: column.clmnNo }, column.clmnName),
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
        const isBefore = column.wdt === 2 ? event.clientY < top + height / 2 : event.clientX < left + width / 2
        hold(event, isBefore ? at : at + 1)
      },
    }),
    canvasProps: {
      onDragOver: (event: DragEvent) => hold(event, columns.length),
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        end()
        if (!dragged || over === undefined) return
        if ('part' in dragged) add(dragged.part, over)
        else move(dragged.clmnNo, over)
      },
    },
  }
}
