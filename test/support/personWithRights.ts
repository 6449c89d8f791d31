import { actions, type Action } from '#contract/access.ts'
import { asOwner, makePerson, type Person, type School } from './harness.ts'

let roles = 0

/**
 * Makes somebody who has just these rights, written `module:action`: in the whole school, or through a role of the units named.
 */
export async function makePersonWithRights(
  school: School,
  rights: readonly `${string}:${Action}`[],
  ...unitNos: string[]
): Promise<Person> {
  const person = await makePerson(school, { name: '俞老师' })
  await grantRights(school, person, rights, ...unitNos)
  return person
}

/** Gives somebody these rights by one more role. */
export async function grantRights(
  { entNo, server }: School,
  { empNo }: Person,
  rights: readonly `${string}:${Action}`[],
  ...unitNos: string[]
) {
  const roleNo = `R${++roles}${entNo}`.slice(0, 20)
  const powers = rights.map((right) => right.split(':') as [string, Action])
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('role')
      .values({ entNo, roleNo, roleName: `专员${roles}`, roleItem: unitNos.length > 0 ? '4' : '1' })
      .execute()
    await db
      .insertInto('rolepwr')
      .values(powers.map(([mdlCode, action]) => ({ entNo, roleNo, mdlCode, pwrNo: actions[action] })))
      .execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    for (const dataVal of unitNos)
      await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal, dataType: 'unit' }).execute()
  })
}
