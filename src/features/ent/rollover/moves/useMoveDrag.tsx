import { type DragEvent, useState } from 'react'
import { type Asked, type Grade, kindTo, type Target, valueOf } from './targets.tsx'
import type { Shown } from '../useRollover.tsx'

/** Describes students of one class who are dragged together. */
export type Picked = { from: string; students: { stuNo: string; stuName: string; stt: string }[] }

/** Drags students from their class of this year onto a class or a grade of the next; impossible places take nothing. */
export function useMoveDrag(shown: Shown, onMove: (asked: Asked) => void) {
  const [dragged, setDragged] = useState<Picked>()
  const [over, setOver] = useState<string>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const askedAt = ({ key }: Grade, to: Target | undefined): Asked | undefined => {
    if (!dragged || to?.unitNo === dragged.from) return undefined
    const kinds = dragged.students.map(({ stt }) => kindTo(shown, dragged.from, stt, key))
    if (kinds.includes(undefined)) return undefined
    const [kind] = kinds
    // Leaves the choice to the form where some come back and others were here all along.
    const isOne = kinds.every((each) => each === kind)
    return {
      stuNos: dragged.students.map(({ stuNo }) => stuNo),
      ...(isOne && { kind }),
      ...(isOne && to && { to: valueOf(to) }),
    }
  }
  return {
    dragProps: (picked: Picked) => ({
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', picked.students.map(({ stuName }) => stuName).join('、'))
        setDragged(picked)
      },
      onDragEnd: end,
    }),
    dropProps: (grade: Grade | undefined, to?: Target) => {
      if (!dragged || !grade) return {}
      const asked = askedAt(grade, to)
      if (!asked) return { className: 'drop-refused' }
      const key = to ? valueOf(to) : grade.key
      return {
        className: over === key ? 'drop-onto' : 'drop-place',
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          if (over !== key) setOver(key)
        },
        onDragLeave: () => setOver(undefined),
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          end()
          onMove(asked)
        },
      }
    },
  }
}

export type MoveDrag = ReturnType<typeof useMoveDrag>
