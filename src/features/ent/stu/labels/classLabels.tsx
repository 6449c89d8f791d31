import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import type { ClassPlace } from '../list/useStudentPlaces.tsx'

/**
 * Labels each class where it stands alone: by its name; where several have that name, with the unit above that tells them apart.
 * A closed class leaves its name to an open one.
 */
export function classLabels(places: Iterable<ClassPlace>): Map<string, string> {
  const classes = [...places].filter(({ unitType }) => unitType === unitTypes.class)
  const labels = new Map<string, string>()
  for (const alike of Map.groupBy(classes, ({ unitName }) => unitName).values()) {
    const open = alike.filter(({ stt }) => stt === Status.enabled)
    for (const one of alike) {
      const isOnly = (open.length > 0 ? open : alike).every((other) => other === one)
      labels.set(one.unitNo, isOnly ? one.unitName : apart(one, alike))
    }
  }
  return labels
}

const separator = ' / '

function apart({ path }: ClassPlace, alike: readonly ClassPlace[]): string {
  const [own, ...others] = [path, ...alike.map((other) => other.path)].map((text) => text.split(separator)) as [
    string[],
    ...string[][],
  ]
  if (others.some(({ length }) => length !== own.length)) return path
  const last = own.length - 1
  return own.filter((part, i) => i === last || others.some((other) => other[i] !== part)).join(separator)
}
