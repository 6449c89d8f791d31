import { upload } from '#contract/shell/upload.contract.ts'
import { describeHistory } from '#server/database/tables.ts'
import { fileTable } from '#server/files/file.table.ts'

// Tells the name of a file alone, in its own enterprise; what is in it is nobody's to read here.
describeHistory(fileTable, { fields: {}, see: upload.upload, isOwn: true })
