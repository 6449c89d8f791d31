import type { Column, FormValues } from '#contract/form/column.ts'
import { initialColumns, newColumn } from '#contract/form/initial.ts'
import { chinaTime } from '#domain/visits/visits.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { mVisit } from '#features/m/visit/visit.contract.ts'
import { newToken } from '#server/base/tokens.ts'
import { clientOf, makePerson, makeSchool, type Person, type School, type TestServer } from './harness.ts'

/** Describes a school with a published form of visits, a code at its gate, and somebody to visit. */
export type Gate = { school: School; admin: Person; host: Person; tmplNo: string; codeNo: string; code: string }

let gates = 0

export async function makeGate(server: TestServer, at?: School): Promise<Gate> {
  const school = at ?? (await makeSchool(server))
  const { admin } = school
  const { client } = admin
  const host = await makePerson(school, { name: '慕容主', roles: ['P030STAFF'] })
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '01', tmplName: `访客登记${++gates}` })
  await client.call(bill.publishtmpl, { tmplNo })
  const { codeNo } = await client.call(gateCodes.createcode, { codeName: '东门', tmplNo })
  const { path } = await client.call(gateCodes.getcode, { codeNo })
  return { school, admin, host, tmplNo, codeNo, code: path.split('#c=')[1] as string }
}

/** Returns the form of a visit to somebody, who is named by a number or by the reference for strangers. */
export const visitBy = (no: string, hostName = '慕容主', more: FormValues = {}): FormValues => ({
  c1: '欧阳访客',
  c2: '13712345678',
  c3: '110105199003074610',
  c4: '送教材',
  c5: [{ no, name: hostName }],
  c6: chinaTime(0),
  c7: chinaTime(2),
  ...more,
})

/** Adds columns to the form of a gate (c50 …), and publishes it. */
export async function addColumns({ admin: { client }, tmplNo }: Gate, columns: Column[]) {
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [...initialColumns('01'), ...columns] })
  await client.call(bill.publishtmpl, { tmplNo })
}

/** Adds pictures (c50) to the form of a gate. */
export const withPictures = (gate: Gate) => addColumns(gate, [newColumn('c50', '照片', { kitNo: 'pictures' })])

/** Enters a visit at the front desk. */
export const enter = async ({ admin, host, tmplNo }: Gate, more: FormValues = {}) =>
  (await admin.client.call(vst.create, { tmplNo, vals: visitBy(host.empNo, '慕容主', more) })).vstNo

/** Registers a visit of a stranger at the gate; returns the key of their page. */
export async function register(server: TestServer, { code }: Gate, more: FormValues = {}) {
  const client = clientOf(server)
  const { no } = await client.call(mVisit.findhost, { code, name: '慕容主' })
  return (await client.call(mVisit.create, { code, once: newToken(), vals: visitBy(no as string, '慕容主', more) })).key
}
