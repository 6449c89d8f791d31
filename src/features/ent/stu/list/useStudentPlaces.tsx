import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { stu } from '../stu.contract.ts'
import type { StudentPlaceNode } from '../stu.parts.contract.ts'

/** Describes a unit with the names of the units above it, without the school. */
export type ClassPlace = StudentPlaceNode & { path: string }

/** Returns the units of the students whom the user reaches: those below the school, and each by its number. */
export function useStudentPlaces() {
  const { data, error, refetch } = useQuery(query(stu.gettree, {}))
  const byNo = useMemo(() => new Map(data?.flatMap((node) => placesOf(node, ''))), [data])
  return {
    places: data?.flatMap(belowSchool),
    byNo: byNo as ReadonlyMap<string, ClassPlace>,
    /** Says why somebody sees nobody who reaches no class; empty for everybody else. */
    noClass: data?.length === 0 ? '你还没有负责的班级，所以看不到学生。请学校管理员在“数据权限”里给你班级。' : '',
    error,
    refetch,
  }
}

const belowSchool = (node: StudentPlaceNode) => (node.unitType === unitTypes.school ? node.items : [node])

function placesOf(node: StudentPlaceNode, above: string): [string, ClassPlace][] {
  const own = node.unitType === unitTypes.school ? '' : above ? `${above} / ${node.unitName}` : node.unitName
  return [[node.unitNo, { ...node, path: own }], ...node.items.flatMap((item) => placesOf(item, own))]
}
