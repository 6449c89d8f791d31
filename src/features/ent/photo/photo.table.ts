import { defineTable } from '#server/database/tables.ts'
import { photo, PhotoApplication } from './photo.contract.ts'

defineTable('phtapply', {
  word: '照片申请',
  history: { fields: PhotoApplication.pick({ phtType: true, rsn: true, stt: true }).shape, see: photo.getpage },
})
