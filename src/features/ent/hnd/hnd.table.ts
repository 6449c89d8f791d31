import { answerTable, collectionTable } from '#domain/collections/collection.table.ts'
import { describeHistory } from '#server/database/tables.ts'
import { CollectionInFull, hnd } from './hnd.contract.ts'

describeHistory(collectionTable, { fields: CollectionInFull.shape, see: hnd.get, isOwn: true, record: {} })
describeHistory(answerTable, { fields: {}, see: hnd.getanswer, isOwn: true })
