import { rootUnitOf, unitTypes } from '#domain/units/units.contract.ts'
import { edcunit, type UnitNode } from '#features/ent/edcunit/edcunit.contract.ts'
import { asOwner, makeSchool, type TestServer } from './harness.ts'

/** Makes a school in the school year 2026 with a primary and a lower period. */
export async function openSchool(server: TestServer) {
  const school = await makeSchool(server)
  const { client } = school.admin
  const root = rootUnitOf(school.entNo)
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('edcunit').set({ curSchYear: 2026 }).where('entNo', '=', school.entNo).execute(),
  )
  const make = async (unitName: string, stdyPrd: '1' | '2') =>
    (await client.call(edcunit.create, { prtNo: root, unitType: '3', unitName, stdyPrd })).unitNo
  const [primary, lower] = [await make('小学部', '1'), await make('初中部', '2')]
  const refusal = async (call: Parameters<typeof client.answer>[0], input: Record<string, unknown>) =>
    (await client.answer(call, input)).message
  return { school, client, root, primary, lower, refusal }
}
export type Open = Awaited<ReturnType<typeof openSchool>>

/** Draws units by name, those below them in brackets. */
export const drawn = (nodes: UnitNode[]): string =>
  nodes.map(({ unitName, items }) => unitName + (items.length > 0 ? `(${drawn(items)})` : '')).join(' ')

/** Draws what lies below a unit. */
export async function below({ client }: Open, unitNo: string): Promise<string> {
  const find = (nodes: UnitNode[]): UnitNode | undefined =>
    nodes.map((node) => (node.unitNo === unitNo ? node : find(node.items))).find(Boolean)
  return drawn(find(await client.call(edcunit.gettree))?.items ?? [])
}

export const listOf = async ({ client }: Open, prtNo: string) => client.call(edcunit.getlist, { prtNo })

export const addStudents = (
  { school: { entNo, server } }: Open,
  unitNo: string,
  ...facts: { sex?: string; wts?: string; stt?: string }[]
) =>
  asOwner(server, entNo, async (db) => {
    for (const [i, fact] of facts.entries())
      await db
        .insertInto('stu')
        .values({ entNo, stuNo: `S${unitNo.slice(-6)}${i}`, stuName: '小明', unitNo, sex: 'M', ...fact })
        .execute()
  })

/** Makes grade one of 2026 with two classes, and grade two of 2025 with one. */
export async function withGrades(server: TestServer) {
  const open = await openSchool(server)
  const grades = [
    { entrYear: 2026, clsCnt: 2 },
    { entrYear: 2025, clsCnt: 1 },
  ]
  const made = await open.client.call(edcunit.creategradeandclass, { prtNo: open.primary, stdyPrd: '1', grades })
  const [one, two] = made.filter(({ unitType }) => unitType === unitTypes.grade)
  const classes = await listOf(open, one?.unitNo ?? '')
  const [first = '', second = ''] = classes.map(({ unitNo }) => unitNo)
  return { ...open, one: one?.unitNo ?? '', two: two?.unitNo ?? '', first, second }
}
