import { asOwner, makeSchool } from './harness.ts'
import type { Known } from './samples.ts'
import type { Ground } from './ground.ts'

// Offers a resource from a school below, which waits here for its review.
async function offered({ server, entNo }: Ground): Promise<Known> {
  const school = await makeSchool(server, { prtNo: entNo })
  const own = { entNo: school.entNo, clsNo: `C${school.entNo}` }
  const resNo = `Z${school.entNo}`
  const shared = { scope: '2', toEntNo: entNo, shrStt: '1' }
  await asOwner(server, school.entNo, async (db) => {
    await db
      .insertInto('rescls')
      .values({ ...own, clsName: '语文' })
      .execute()
    await db
      .insertInto('res')
      .values({ ...own, ...shared, resNo, resName: '古诗', empNo: school.admin.empNo })
      .execute()
  })
  return { resNo: [resNo] }
}

/** Prepares what calls about resources need besides the seeds. */
export const resourceFixtures: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  '/res/rescls/delete': ({ emptyClsNo }) => ({ clsNo: [emptyClsNo] }),
  '/res/res/setscope': () => ({ scope: ['3'] }),
  '/res/res/setpass': offered,
  '/res/res/setreject': offered,
}
