import { sql } from 'kysely'
import type { Column, FormValues } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { typeOfFile, typesOf } from '#contract/uploadFilters.ts'
import { type KnownFile, readColumns, refuseOtherFiles } from '#domain/forms/formTemplates.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import { Fault } from '#server/base/fault.ts'
import { newSecretNo } from '#server/base/tokens.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import type { Context, Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRoom } from '#server/files/saveFile.ts'
import { validateUpload } from '#server/files/validateUpload.ts'
import { removeFiles, removeUnusedFiles } from '#server/history/removeFiles.ts'
import { keepSizes } from '#server/store/keepPictureSizes.ts'
import type { Received } from '#server/store/received.ts'

type Question = Pick<Asked, 'entNo' | 'toNo' | 'tmplNo' | 'verNo'>
type Asked = { entNo: string; toNo: string; tmplNo: string; verNo: number }

/** Names the uploader of files of answers without an account. */
export const answerUploader = '*'

// Limits what is sent for one answer, also what was taken out of it again.
const mostSent = 50
const pictureTypes = ['png', 'jpg', 'jpeg', 'gif']

/**
 * Describes where a file of an answer comes from: `within` works in a transaction of the enterprise, `lock` finds who is asked and
 * refuses where nobody may answer any more; `byNo` and `userNo`: who sends it.
 */
export type Upload = {
  within: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  lock: (db: Db) => Promise<Question>
  byNo: string
  userNo: string
}

/**
 * Keeps a file that is sent for one question of a form, for the answer of whoever sends it alone. Throws fileType, fileBroken or
 * tooLarge for what the question does not take.
 */
export async function receiveAnswerFile(
  { services }: Pick<Context, 'services'>,
  { within, lock, byNo, userNo }: Upload,
  { clmnNo, file }: { clmnNo: string; file: object },
) {
  // Casts the file: the pipeline receives a multipart file before the handler runs.
  const received = file as Received
  const column = await within(async (db) => questionOf(db, await lock(db), clmnNo))
  refuseType(column, received.name)
  const accepted = await validateUpload(received)
  const { name, type, size, sha256, width = null, height = null } = accepted
  const fileNo = newSecretNo()
  return within(async (db) => {
    const { entNo, toNo } = await lock(db)
    await limitSent(db, entNo, toNo)
    await requireRoom({ db }, entNo, size)
    await db.insertInto('file').values({ entNo, fileNo, userNo, name, type, size, sha256, width, height }).execute()
    await db
      .insertInto('ansfile')
      .values({ entNo, fileNo, toNo: Number(toNo), clmnNo, byNo })
      .execute()
    await keepSizes(services.files, entNo, fileNo, accepted)
    await services.files.keep(accepted, entNo, fileNo)
    return { fileNo, name, size }
  })
}

const holdsFiles = (column: Column) => ['files', 'pictures'].includes(partOf(column)?.no ?? '')

/** Tells whether a form asks for files. */
export const asksForFiles = (columns: readonly Column[]) => columns.some(holdsFiles)

async function questionOf(db: Db, { entNo, tmplNo, verNo }: Question, clmnNo: string): Promise<Column> {
  const columns = await readColumns(db, entNo, tmplNo, verNo)
  return requireRow(columns.find((column) => column.clmnNo === clmnNo && holdsFiles(column)))
}

function refuseType(column: Column, name: string) {
  const isPictures = partOf(column)?.no === 'pictures'
  const types = isPictures ? pictureTypes : column.types && typesOf(column.types)
  if (types && !types.includes(typeOfFile(name))) throw new Fault('fileType', `“${column.clmnName}”只能上传 ${types.join('、')}`)
}

async function limitSent(db: Db, entNo: string, toNo: string) {
  const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt from ansfile
    where ent_no = ${entNo} and to_no = ${Number(toNo)}`.execute(db)
  if ((rows[0]?.cnt ?? 0) >= mostSent) throw new Fault('tooLarge', `这张表单最多上传 ${mostSent} 次文件，请联系发起人`)
}

type Answer = { entNo: string; toNo: number; byNo: string; columns: readonly Column[]; values: FormValues }

/** Gives an answer its files: those that the same person sent for these questions. Throws invalid, by the column, for others. */
export async function claimAnswerFiles(db: Db, { entNo, toNo, byNo, columns, values }: Answer) {
  if (!asksForFiles(columns)) return
  const { rows } = await sql<KnownFile & { clmnNo: string }>`select x.file_no, x.clmn_no, f.type
    from ansfile x join file f using (ent_no, file_no) where x.ent_no = ${entNo} and x.to_no = ${toNo} and x.by_no = ${byNo}`.execute(
    db,
  )
  for (const column of columns)
    refuseOtherFiles(
      [column],
      values,
      rows.filter(({ clmnNo }) => clmnNo === column.clmnNo),
    )
  const held = columns.filter(holdsFiles).flatMap(({ clmnNo }) => (values[clmnNo] as { fileNo: string }[] | undefined) ?? [])
  await sql`update ansfile set use_flag = case when file_no = any(${held.map(({ fileNo }) => fileNo)}) then '1' else '0' end
    where ent_no = ${entNo} and to_no = ${toNo}`.execute(db)
}

/** Describes files of an answer with their addresses. */
export type AnswerFile = { fileNo: string; url: string }

/** Lists the files of whom `byNo` names, sent or being written; or, without it, those that the answer holds. */
export async function readAnswerFiles(
  db: Db,
  secret: Secret,
  { entNo, toNo, byNo, isPublic = false }: { entNo: string; toNo: number; byNo?: string; isPublic?: boolean },
): Promise<AnswerFile[]> {
  const { rows } = await sql<{ fileNo: string }>`select file_no from ansfile where ent_no = ${entNo} and to_no = ${toNo}
    and ${byNo === undefined ? sql`use_flag = '1'` : sql`by_no = ${byNo}`} order by file_no`.execute(db)
  return rows.map(({ fileNo }) => ({ fileNo, url: fileLink(secret, entNo, fileNo, { isPublic }) }))
}

/** Takes the files of answers of somebody who is erased from them; answers them, to be removed where nothing else uses them. */
export async function releaseAnswerFiles(
  db: Db,
  entNo: string,
  who: { stuNo?: string; empNo?: string; ptrNo?: string },
): Promise<string[]> {
  const { stuNo = null, empNo = null, ptrNo = null } = who
  const { rows } = await sql<{ fileNo: string }>`delete from ansfile x where x.ent_no = ${entNo} and (x.by_no = ${ptrNo}
    or x.to_no in (select t.to_no from hndto t where t.ent_no = ${entNo} and (t.stu_no = ${stuNo} or t.emp_no = ${empNo})))
    returning x.file_no`.execute(db)
  return rows.map(({ fileNo }) => fileNo)
}

// Limits the files of one transaction.
const atOnce = 200

/** Removes files that no answer has come to hold for a month, in every enterprise. */
export const removeStrayAnswerFiles = (services: Services) =>
  forAllEnterprises(services, 'stray files of answers', async (_, entNo) => {
    for (let left = true; left; ) {
      const locals = { entNo, call: 'clock', op: newOperation() }
      const gone = await transaction(services.database.sidePool, locals, (db) => removeStrays(db, entNo))
      for (const fileNo of gone) await services.files.remove(entNo, fileNo)
      left = gone.length >= atOnce
    }
  })

async function removeStrays(db: Db, entNo: string): Promise<readonly string[]> {
  const { rows } = await sql<{ fileNo: string }>`delete from ansfile where ent_no = ${entNo} and file_no in (
      select x.file_no from ansfile x join file f using (ent_no, file_no) where x.ent_no = ${entNo} and x.use_flag = '0'
        and f.crt_tm < now() - interval '30 days' limit ${atOnce}) returning file_no`.execute(db)
  const unused = await removeUnusedFiles(db, entNo, numbersOf(rows))
  // Finds also those of answers that a merge removed, once it can be undone no more.
  const { rows: left } = await sql<{ fileNo: string }>`select f.file_no from file f where f.ent_no = ${entNo}
    and f.user_no = ${sql.lit(answerUploader)} and f.crt_tm < now() - interval '90 days'
    and not exists (select from ansfile x where x.ent_no = f.ent_no and x.file_no = f.file_no) limit ${atOnce}`.execute(db)
  return [...unused, ...(await removeFiles(db, entNo, numbersOf(left)))]
}

const numbersOf = (rows: readonly { fileNo: string }[]) => rows.map(({ fileNo }) => fileNo)
