import { addressFields, areaCodeOf, areaMeant } from '#domain/people/area.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import type { ExistingStudent } from '../existingStudents.ts'

const native = ['npPrvn', 'npCity']

/** Refuses addresses that lead nowhere; answers the code of the area where the address changes. */
export function addressReader({ db }: Context) {
  const known = new Map<string, Promise<string | null | Misled>>()
  const read = (address: Record<string, unknown>, fields: readonly string[]) => {
    const key = JSON.stringify([fields, fields.map((field) => address[field] ?? null)])
    const found = known.get(key) ?? areaCodeOf(db, address, fields).catch((error: unknown) => misled(db, error, address, fields))
    known.set(key, found)
    return found
  }
  return async (row: ReadRow, { archive }: ExistingStudent, changes: Record<string, unknown>) => {
    let areaCode: string | null | undefined
    for (const fields of [native, addressFields]) {
      if (!fields.some((field) => field in changes)) continue
      const kept = Object.fromEntries(fields.map((field) => [field, archive?.[snakeOf(field)] ?? null]))
      const code = await read({ ...kept, ...changes }, fields)
      if (code && typeof code !== 'string') row.errs.push(code)
      else if (fields === addressFields) areaCode = code
    }
    return areaCode === undefined ? {} : { areaCode }
  }
}

type Misled = ReadRow['errs'][number]

/** Finds where an address leads nowhere, and the similar name that may be meant. */
async function misled(db: Db, error: unknown, address: Record<string, unknown>, fields: readonly string[]): Promise<Misled> {
  if (!(error instanceof Fault)) throw error
  const [first] = (error.detail as { errors?: { field: string }[] } | undefined)?.errors ?? []
  const fld = first?.field ?? 'prvn'
  const above = fields.slice(0, fields.indexOf(fld)).map((field) => String(address[field]))
  const meant = address[fld] ? await areaMeant(db, above, String(address[fld])) : undefined
  return errorOf(fld, error.message, meant ? { sgst: [{ val: meant, why: '写法相近' }] } : {})
}
