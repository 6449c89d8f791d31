import { asOwner, type TestServer } from './harness.ts'

/** Seeds a class with a resource of somebody's, which an account looked at, and a class that is empty. */
export async function seedResources(
  server: TestServer,
  entNo: string,
  sign: string,
  { empNo, userNo }: { empNo: string; userNo: string },
) {
  const [resNo, clsNo, emptyClsNo, fileNo] = [`Z${entNo}`, `C1${entNo}`, `C2${entNo}`, `FZ${entNo}`]
  const file = { name: `${sign}教案.txt`, type: 'txt', size: 6 }
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('file')
      .values({ entNo, fileNo, userNo, sha256: sign, ...file })
      .execute()
    for (const [no, clsName] of [
      [clsNo, `语文${sign}`],
      [emptyClsNo, `数学${sign}`],
    ] as const)
      await db.insertInto('rescls').values({ entNo, clsNo: no, clsName }).execute()
    await db
      .insertInto('res')
      .values({ entNo, resNo, clsNo, resName: `荷塘月色${sign}`, empNo })
      .execute()
    await db
      .insertInto('resver')
      .values({ entNo, resNo, verNo: 1, fileNo, ...file })
      .execute()
    await db.insertInto('rescnt').values({ entNo, resNo }).execute()
    await db.insertInto('resmark').values({ entNo, userNo, ofEntNo: entNo, resNo, favTm: new Date().toISOString() }).execute()
  })
  return { emptyClsNo }
}
