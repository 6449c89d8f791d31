import { sql } from 'kysely'
import { searchText } from '#server/base/search.ts'
import { initialColumns } from '#contract/form/initial.ts'
import { asOwner, type TestServer } from './harness.ts'
import { type Approvals, seedApprovals } from './seedApprovals.ts'
import { type Collections, seedCollections } from './seedCollections.ts'

/** Describes the seeded office: published templates, a full meeting, a visit, a message that asks to be confirmed, and a collection. */
export type Office = Collections &
  Approvals & {
    visitNo: string
    replyNo: string
    mtgNo: string
    manNo: string
    vstNo: string
    codeNo: string
    roomNo: string
    decNo: string
    msgNo: string
    dlvNo: string
    /** Numbers what the caller got of the message. */
    rcvNo: string
    /** Names a guardian who is no longer there. */
    left: { idntVal: string; ersName: string }
  }

/** Seeds a meeting that is called for tomorrow, a visit that waits for its host, and a message of the caller to both. */
export async function seedOffice(
  server: TestServer,
  entNo: string,
  sign: string,
  { empNo, callerNo }: { empNo: string; callerNo: string },
): Promise<Office> {
  const tail = entNo.slice(-6)
  const [visitNo, replyNo] = [`1${tail}`, `3${tail}`]
  const [mtgNo, manNo, vstNo, codeNo] = [`M${tail}`, `N${tail}`, `V${tail}`, `K${tail}`]
  const roomNo = `RM${tail}`
  const at = (hours: number) => sql<string>`now() + make_interval(hours => ${hours})`
  const msgNo = `N${tail}`
  const leftName = `已离${sign}`
  const [rcvNo, dlvNo, numbered] = await asOwner(server, entNo, async (db) => {
    for (const [tmplNo, typeNo] of [
      [visitNo, '01'],
      [replyNo, '03'],
    ] as const) {
      const columns = JSON.stringify(initialColumns(typeNo))
      await db
        .insertInto('tmpl')
        .values({ entNo, tmplNo, typeNo, tmplName: `表单${typeNo}${sign}`, stt: '2', verNo: 1, draft: columns })
        .execute()
      await db.insertInto('tmplver').values({ entNo, tmplNo, verNo: 1, billClmns: columns }).execute()
    }
    await db.insertInto('tmplseg').values({ entNo, typeNo: '06', curVal: 600_000 }).execute()
    await db
      .insertInto('mtg')
      .values({ entNo, mtgNo, mtgName: `会议${sign}`, hostEmpNo: empNo, empNo: callerNo, applFlag: '1', stt: '2' })
      .execute()
    const times = { sDt: at(24), eDt: at(26), signSDt: at(23), signEDt: at(25) }
    // Stands empty, so that it can be deleted.
    await db
      .insertInto('mtgroom')
      .values({ entNo, roomNo, roomName: `会议厅${sign}`, place: '行政楼', seats: 40 })
      .execute()
    await db
      .insertInto('mtgschd')
      .values({ entNo, mtgNo, rdx: 1, place: `会议室${sign}`, ...times })
      .execute()
    await db
      .insertInto('mtgman')
      .values({ entNo, mtgNo, manNo, empNo, manName: `参会人${sign}`, applType: '2', rsn: `事由${sign}`, stt: '3' })
      .execute()
    const draft = { sections: [{ title: `纪要${sign}`, body: `内容${sign}` }], decisions: [] }
    await db
      .insertInto('mtgmin')
      .values({ entNo, mtgNo, draft: JSON.stringify(draft), empNo: callerNo })
      .execute()
    const decision = await db
      .insertInto('mtgdec')
      .values({ entNo, mtgNo, what: `决定${sign}`, empNo: callerNo, dueDt: sql<string>`current_date + 3` })
      .returning('decNo')
      .executeTakeFirstOrThrow()
    await db.insertInto('mtgsign').values({ entNo, mtgNo, rdx: 1, manNo, signWay: 'hand', stt: '5' }).execute()
    await db
      .insertInto('vst')
      .values({
        entNo,
        vstNo,
        tmplNo: visitNo,
        verNo: 1,
        vstName: `访客${sign}`,
        vstTel: `1660${tail}0`,
        toEmpNo: empNo,
        planSDt: at(1),
        planEDt: at(2),
        keyHash: `key ${entNo}`,
      })
      .execute()
    await db
      .insertInto('vstmate')
      .values({ entNo, vstNo, rdx: 1, mateName: `同行${sign}` })
      .execute()
    await db
      .insertInto('vstcode')
      .values({
        entNo,
        codeNo,
        tmplNo: visitNo,
        codeName: `东门${sign}`,
        keyHash: `code ${entNo}`,
        sealedKey: server.services.secret.seal('key'),
      })
      .execute()
    const sent = {
      msgCls: '1',
      title: `通知${sign}`,
      need: '2',
      scope: '[]',
      empNo: callerNo,
      stt: '3',
      sentTm: sql<string>`now()`,
    }
    await db
      .insertInto('msg')
      .values({ entNo, msgNo, ...sent })
      .execute()
    const received = [callerNo, empNo].map((no) => ({ entNo, msgNo, empNo: no, why: '单独选择', cameTm: sql<string>`now()` }))
    const [own] = await db.insertInto('msgto').values(received).returning('rcvNo').execute()
    await db
      .insertInto('chn')
      .values({ entNo, chnKind: 'push', conf: JSON.stringify({ subject: 'mailto:a@b.cn' }) })
      .execute()
    await db
      .insertInto('msgtmpl')
      .values({ entNo, tmplNo: `NT${tail}`, tmplName: `模板${sign}`, title: '停水', empNo: callerNo })
      .execute()
    await db
      .insertInto('erasure')
      .values({ entNo, ersKind: '3', idntVal: `E${tail}`, askBy: '1' })
      .execute()
    const left = { ptrNo: `PX${tail}`, ptrName: leftName, authTel: `1661${tail}0` }
    await db
      .insertInto('ptr')
      .values({ entNo, ...left, sex: 'U', stt: '0', searchText: searchText(leftName, [left.ptrNo], left.authTel) })
      .execute()
    await db.insertInto('chnstt').values({ entNo, chnKind: 'push' }).execute()
    await db
      .insertInto('chnid')
      .values({ entNo, chnKind: 'push', idntVal: empNo, extId: `x${sign}` })
      .execute()
    await db
      .insertInto('pushsub')
      .values({ entNo, idntVal: empNo, endpoint: `https://push.example/${sign}`, keys: '{}' })
      .execute()
    await db.insertInto('msgpref').values({ entNo, idntVal: empNo }).execute()
    await db.insertInto('msgevt').values({ entNo, evt: 'vstcome', useFlag: '1' }).execute()
    const failed = { entNo, msgNo, rcvNo: own?.rcvNo as number, chnKind: 'push', stt: '6', why: '浏览器不再接收推送' }
    const [dlv] = await db.insertInto('dlv').values(failed).returning('dlvNo').execute()
    const asked = await seedCollections(db, entNo, sign, { empNo, callerNo, msgNo })
    const approvals = await seedApprovals(db, entNo, sign, { empNo, callerNo, msgNo })
    return [String(own?.rcvNo), String(dlv?.dlvNo), { ...asked, ...approvals, decNo: String(decision.decNo) }] as const
  })
  return {
    ...numbered,
    visitNo,
    replyNo,
    mtgNo,
    manNo,
    vstNo,
    codeNo,
    roomNo,
    msgNo,
    rcvNo,
    dlvNo,
    left: { idntVal: `PX${tail}`, ersName: leftName },
  }
}
