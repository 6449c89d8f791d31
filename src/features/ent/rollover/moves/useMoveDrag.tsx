import { dragProps } from '#web/drag/drag.ts'
import { useDropZone } from '#web/drag/dropZone.ts'
import { type NewException, type NextGrade, kindTo, type Target, targetOf, valueOf } from './targets.tsx'
import type { CurrentRollover } from '../useRollover.tsx'

/** Holds students of one class who are dragged together. */
export type DraggedStudents = { from: string; students: { stuNo: string; stuName: string; stt: string }[] }

const kind = 'rollover-students'

/** Drags students from their class of this year onto a class or a grade of the next: where they cannot go takes nothing. */
export function useMoveDrag(shown: CurrentRollover, onMove: (asked: NewException) => void) {
  const places = new Map<string, { grade: NextGrade; to?: Target; name: string }>()
  for (const grade of shown.next) {
    places.set(grade.key, { grade, name: grade.name })
    for (const one of grade.classes) {
      const to = targetOf(grade, one)
      places.set(valueOf(to), { grade, to, name: one.name })
    }
  }
  const askedAt = ({ from, students }: DraggedStudents, key: string): NewException | undefined => {
    const { grade, to } = places.get(key) ?? {}
    if (!grade || to?.unitNo === from) return undefined
    const kinds = students.map(({ stt }) => kindTo(shown, from, stt, grade.key))
    if (kinds.includes(undefined)) return undefined
    const [first] = kinds
    // Leaves out the kind where they go there in different ways: the form says so.
    const isOne = kinds.every((each) => each === first)
    return {
      stuNos: students.map(({ stuNo }) => stuNo),
      ...(isOne && { kind: first }),
      ...(isOne && to && { to: valueOf(to) }),
    }
  }
  const { dragged, over, placeProps } = useDropZone<DraggedStudents>({
    takes: (one) => one === kind,
    spotsOf: ({ data }, key) => (askedAt(data, key) ? ['onto'] : []),
    nameOf: (key) => places.get(key)?.name ?? '',
    onDrop: ({ data }, key) => {
      const asked = askedAt(data, key)
      if (asked) onMove(asked)
    },
  })
  return {
    dragProps: (picked: DraggedStudents) =>
      dragProps({ kind, name: picked.students.map(({ stuName }) => stuName).join('、'), data: picked }),
    dropProps: (grade: NextGrade | undefined, to?: Target) => {
      if (!grade) return {}
      const key = to ? valueOf(to) : grade.key
      if (!dragged) return placeProps(key)
      const isTaken = askedAt(dragged.data, key) !== undefined
      return { ...placeProps(key), className: !isTaken ? 'drop-refused' : over?.key === key ? 'drop-onto' : 'drop-place' }
    },
  }
}

export type MoveDrag = ReturnType<typeof useMoveDrag>
