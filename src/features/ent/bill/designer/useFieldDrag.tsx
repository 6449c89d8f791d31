import type { OfferedPart } from '#contract/form/offeredParts.ts'
import type { Column } from '#contract/form/column.ts'
import { dragProps } from '#web/drag/drag.ts'
import { useDropZone } from '#web/drag/dropZone.ts'
import type { DropSpot } from '#web/drag/dragState.ts'
import type { Design } from './useDesign.tsx'

type Moved = { part: OfferedPart } | { clmnNo: string }
export type FieldDrag = ReturnType<typeof useFieldDrag>

const kind = 'form-field'
/** Names the place below all fields. */
const rest = 'rest'

/** Drags a control from the list into the form, and a field to another place in it. */
export function useFieldDrag({ columns, add, move, isOpen }: Pick<Design, 'columns' | 'add' | 'move' | 'isOpen'>) {
  // Counts before which field it comes.
  const placeOf = (key: string, spot: DropSpot) => (key === rest ? columns.length : Number(key) + (spot === 'after' ? 1 : 0))
  const { over, placeProps } = useDropZone<Moved>({
    takes: (one) => one === kind,
    spotsOf: (_, key) => (key === rest ? ['onto'] : ['before', 'after']),
    nameOf: (key, spot) => `第 ${placeOf(key, spot) + 1} 项`,
    isAcross: (key) => columns[Number(key)]?.wdt !== 2,
    onDrop: ({ data }, key, spot) => {
      if ('part' in data) add(data.part, placeOf(key, spot))
      else move(data.clmnNo, placeOf(key, spot))
    },
  })
  return {
    /** Holds the field before which the dragged one would come. */
    over: over && placeOf(over.key, over.spot),
    partProps: (part: OfferedPart) => dragProps<Moved>({ kind, name: part.name, data: { part } }),
    fieldProps: ({ clmnNo, clmnName }: Column, at: number) =>
      isOpen ? { ...dragProps<Moved>({ kind, name: clmnName, data: { clmnNo } }), ...placeProps(String(at)) } : {},
    canvasProps: isOpen ? placeProps(rest) : {},
  }
}
