import { useMemo } from 'react'
import { useDictionary } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { labelGroups, otherLabels, seesLabel } from '#domain/students/stu.labels.contract.ts'

/** Returns the labels of students that the user may see, in their groups, and their names. */
export function useLabels() {
  const may = useMay()
  const items = useDictionary('STU_LBL')
  const rights = { has: (right: Parameters<Parameters<typeof seesLabel>[0]['has']>[0]) => may({ access: [right] }) }
  const seen = items.filter(({ infoNo }) => seesLabel(rights, infoNo))
  const groupOf = (code: string) => labelGroups.find(({ codes }) => codes.includes(code))?.name ?? otherLabels
  const groups = [...labelGroups.map(({ name }) => name), otherLabels]
    .map((name) => ({
      name,
      // Keeps a label that is no longer offered, for those who have it and to find them.
      options: seen.flatMap(({ infoNo, chnName, showFlag }) =>
        groupOf(infoNo) === name ? [{ value: infoNo, label: chnName, isOff: showFlag !== '1' }] : [],
      ),
    }))
    .filter(({ options }) => options.length > 0)
  const names = useMemo(() => new Map(items.map(({ infoNo, chnName }) => [infoNo, chnName])), [items])
  return { groups, nameOf: (code: string) => names.get(code) ?? code }
}
