import { res } from '#features/res/res/res.contract.ts'
import { rescls } from '#features/res/rescls/rescls.contract.ts'
import { uniqueDigits } from './uniqueDigits.ts'
import { makePerson, makeSchool, type Person, type School, type TestServer } from './harness.ts'
import { send } from './uploads.ts'

/** Describes an enterprise with a class of resources. */
export type Library = School & { clsNo: string }

/** Makes a class, at the top or below another. */
export const makeClass = async ({ client }: Person, clsName: string, prtNo: string | null = null) =>
  (await client.call(rescls.create, { clsName, prtNo })).clsNo

/** Makes an enterprise that sorts its resources by one class. */
export async function makeLibrary(server: TestServer, where: Parameters<typeof makeSchool>[1] = {}): Promise<Library> {
  const school = await makeSchool(server, where)
  return { ...school, clsNo: await makeClass(school.admin, '语文') }
}

/** Makes two bureaus with three schools, two of them below the first. */
export async function makeDistricts(server: TestServer) {
  const [bureau, other] = [await makeLibrary(server, { idntNo: '020' }), await makeLibrary(server, { idntNo: '020' })]
  const [school, neighbour, stranger] = [
    await makeLibrary(server, { prtNo: bureau.entNo }),
    await makeLibrary(server, { prtNo: bureau.entNo }),
    await makeLibrary(server, { prtNo: other.entNo }),
  ]
  return { bureau, other, school, neighbour, stranger }
}

/** Makes somebody of the school who uploads resources without managing those of others. */
export const makeTeacher = (school: School) => makePerson(school, { roles: ['P030STAFF'] })

/** Sends a text file that nobody has sent before. */
export const sendText = async (person: Person, name = `${uniqueDigits()}.txt`) =>
  (await send({ admin: person } as School, name, `第一课 ${uniqueDigits()}`)).fileNo

/** Puts a resource in and answers its number. */
export async function putIn(
  person: Person,
  clsNo: string,
  facts: { resName?: string; scope?: '1' | '2' | '3'; des?: string } = {},
) {
  const { resName = '古诗三首', ...more } = facts
  const fileNo = await sendText(person, `${resName}.txt`)
  return (await person.client.call(res.create, { clsNo, resName, fileNo, ...more })).resNo
}

/** Returns the names of what somebody finds. */
export const namesOf = async ({ client }: Person, asked: Parameters<typeof client.call<typeof res.getpage>>[1] = {}) =>
  (await client.call(res.getpage, asked)).datas.map(({ resName }) => resName)
