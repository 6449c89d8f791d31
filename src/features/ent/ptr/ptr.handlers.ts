import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { guardianChoiceOut, guardianOut, holderOf } from '#domain/guardians/guardians.ts'
import { changeGuardianPhone } from '#domain/guardians/guardianWrite.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { requireRow, pageOf, softDelete } from '#server/database/rows.ts'
import { requireUnit } from '#domain/units/units.ts'
import { counterOf } from '#domain/people/keptKinds.ts'
import { serve } from '#server/call/serve.ts'
import { ptr } from './ptr.contract.ts'
import { photoZipOf } from '#domain/people/photoZip/photoZip.ts'
import { nameBatches } from '#server/importing/importKinds.ts'
import { guardianPictures, readGuardianPhotos, submitGuardianPhoto, withdrawGuardianFace } from './photos/ptr.photos.ts'
import { exportGuardians } from './ptr.export.ts'
import {
  countAlone,
  countKnown,
  guardianOrder,
  guardians,
  guardianRowColumns,
  guardianChoiceColumns,
  kindsOfGuardians,
  readGuardian,
} from './ptr.list.ts'
import { certifyGuardian, createGuardian, setGuardianState, updateGuardian, updateGuardians } from './ptr.write.ts'
import { withListPhoto } from '#domain/people/listPhoto.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { guardianSearch } from './ptr.search.ts'
import './ptr.table.ts'

registerSearch(guardianSearch)
nameBatches('ptrpic', '家长照片')

export const ptrHandlers = serve(ptr, {
  async getpage({ pageIndex, pageSize, ...filter }, { db, services: { secret } }) {
    await requireUnit(db, filter)
    const list = guardians(db, secret, filter).select(guardianRowColumns).select('p.cardPht')
    const shown = await pageOf(list, guardianOrder, { pageIndex, pageSize }, countKnown(db, secret, filter))
    return { ...shown, datas: shown.datas.map((row) => withListPhoto(guardianOut(row), secret)) }
  },

  async getlist(filter, { db, services: { secret } }) {
    await requireUnit(db, filter)
    const list = await guardians(db, secret, filter).select(guardianChoiceColumns).orderBy('p.ptrNo').execute()
    return list.map(guardianChoiceOut)
  },

  async getstatis(filter, { db, services }) {
    await requireUnit(db, filter)
    const known = kindsOfGuardians(db, filter)
    const count = counterOf(known !== undefined)
    const counted = <N extends string>(condition: ReturnType<typeof sql>, name: N) => count(condition).as(name)
    const counts = [
      counted(sql`true`, 'total'),
      counted(sql`p.stt = ${Status.enabled}`, 'onCnt'),
      counted(sql`p.stt = ${Status.disabled}`, 'offCnt'),
      counted(sql`p.sex = 'M'`, 'manCnt'),
      counted(sql`p.sex = 'F'`, 'womanCnt'),
      counted(sql`p.auth_flag = '1'`, 'authCnt'),
    ] as const
    const [kinds, noStuCnt] = await Promise.all([
      known
        ? known.select(counts).executeTakeFirstOrThrow()
        : guardians(db, services.secret, filter).select(counts).executeTakeFirstOrThrow(),
      countAlone(db, services.secret, filter),
    ])
    return { ...kinds, noStuCnt }
  },

  get: ({ entNo, ptrNo }, { db, services }) => readGuardian(db, services.secret, entNo, ptrNo),

  create: createGuardian,

  update: updateGuardian,

  updatemany: updateGuardians,

  delete: ({ entNo, ptrNo, ver }, { db }) => softDelete(db, 'ptr', { entNo, ptrNo }, ver),

  enable: ({ entNo, ptrNos }, { db }) => setGuardianState(db, entNo, ptrNos, Status.enabled),

  disable: ({ entNo, ptrNos }, { db }) => setGuardianState(db, entNo, ptrNos, Status.disabled),

  updatephone: ({ entNo, ...change }, context) => changeGuardianPhone(context, entNo, change),

  auth: certifyGuardian,

  async find({ entNo, ...sought }, context) {
    const holder = await holderOf(context, entNo, sought)
    return holder ? guardianChoiceOut(holder) : null
  },

  async reveal({ entNo, ptrNo, field }, { db, me, services }) {
    await limitLooks(db, entNo, me.userNo)
    const row = await guardians(db, services.secret, { entNo })
      .where('p.ptrNo', '=', ptrNo)
      .select(['p.authTel', 'p.idNo'])
      .executeTakeFirst()
    const { authTel, idNo } = requireRow(row)
    await recordLook(db, entNo, 'ptr', { ptr_no: ptrNo, field })
    return { value: field === 'authTel' ? authTel : idNo && services.secret.open(idNo) }
  },
  getphotos: readGuardianPhotos,

  applyforptrcardpht: ({ cardPht, ...input }, context) =>
    submitGuardianPhoto({ ...input, fileNo: cardPht, phtType: 'card', cnsntFlag: '0' }, context),

  applyforptrfacepht: ({ facePht, ...input }, context) =>
    submitGuardianPhoto({ ...input, fileNo: facePht, phtType: 'face' }, context),

  withdraw: withdrawGuardianFace,

  ...photoZipOf(guardianPictures),

  export: exportGuardians,
})
