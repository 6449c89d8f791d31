import { validateUpload } from '#server/files/validateUpload.ts'
import { saveFile } from '#server/files/saveFile.ts'
import { serve } from '#server/call/serve.ts'
import { addChunk, beginUpload, dropUpload, readUnfinished } from '#server/files/chunks.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import './upload.table.ts'
import type { Received } from '#server/store/received.ts'

export const uploadHandlers = serve(upload, {
  async upload({ entNo, file }, context) {
    // Casts the file: the pipeline receives a multipart file before the handler runs.
    return saveFile(context, entNo, await validateUpload(file as Received))
  },

  createchunk: (input, context) => beginUpload(context, input),
  uploadchunk: ({ file, ...chunk }, context) => addChunk(context, chunk, file as Received),
  getunfinished: ({ entNo }, context) => readUnfinished(context, entNo),

  async dropchunk({ entNo, upldNo }, context) {
    await dropUpload(context, entNo, upldNo)
    return null
  },
})
