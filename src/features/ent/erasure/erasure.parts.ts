import type { TableName } from '#server/database/tables.ts'
import { type ErasedKind, erasedKinds } from './erasure.contract.ts'

/** Stands where the name of somebody was who is erased. */
export const erasedName = '已抹除'

/**
 * Describes the rows of a table that are about one person, by the column that names them: they are deleted, or become `blank`.
 * `what`: counts them for whoever decides.
 */
export type ErasedPart = { table: TableName; by: string; blank?: Readonly<Record<string, unknown>>; what?: string }

const name = { sex: 'U', brth: null, id_no: null, id_no_hash: null, rem: null, stt: '0' }
const photos = { card_pht: null, face_pht: null, auth_flag: '0' }
const answers = { why: erasedName, rcpt: null, rcpt_note: null, sign: null }
// Leaves that somebody was asked, and nothing that was written.
const unsent = { drafts: '{}', back_why: null }
const handedIn = { title: `${erasedName}的申请`, vals: '{}', chosen: '{}' }
const enrolment = { ver_no: null, vals: null, answer: null }
// Knows the person under a number of their own, without a reference.
const reached: readonly ErasedPart[] = [
  { table: 'chnid', by: 'idnt_val' },
  { table: 'msgpref', by: 'idnt_val' },
  { table: 'pushsub', by: 'idnt_val' },
]
const pictures = (by: string): readonly ErasedPart[] => [
  { table: 'imp_pic' as TableName, by },
  { table: 'phtapply', by, what: '提交过的照片' },
]

/** Maps each kind to its own table, and to all rows about a person, in the order in which they go. */
export const erasedParts: Record<ErasedKind, { own: 'stu' | 'ptr' | 'emp'; by: string; parts: readonly ErasedPart[] }> = {
  [erasedKinds.stu]: {
    own: 'stu',
    by: 'stu_no',
    parts: [
      ...pictures('stu_no'),
      { table: 'stuptr', by: 'stu_no', what: '家长关联' },
      { table: 'stunat', by: 'stu_no' },
      { table: 'stuarch', by: 'stu_no', what: '档案' },
      { table: 'stunotsame', by: 'one_no' },
      { table: 'stunotsame', by: 'other_no' },
      { table: 'reg', by: 'stu_no', blank: enrolment, what: '活动报名' },
      { table: 'prop', by: 'stu_no' },
      { table: 'ans', by: 'stu_no', what: '填过的表单' },
      { table: 'hndto', by: 'stu_no', blank: unsent },
      { table: 'prcdraft', by: 'stu_no' },
      { table: 'prc', by: 'stu_no', blank: handedIn, what: '家长为孩子提交的申请' },
      { table: 'lve', by: 'stu_no', blank: { rsn: null, ftch_name: null, ftch_relt: null }, what: '请假' },
      { table: 'msgto', by: 'stu_no', blank: answers, what: '家长收到的消息和回执' },
      { table: 'vst', by: 'stu_no', blank: { stu_no: null }, what: '来访' },
      {
        table: 'stu',
        by: 'stu_no',
        blank: { ...name, ...photos, stu_name: erasedName, auth_tel: null, stdy_no: null, wts: null, lv_dt: null, lv_rsn: null },
      },
    ],
  },
  [erasedKinds.ptr]: {
    own: 'ptr',
    by: 'ptr_no',
    parts: [
      ...pictures('ptr_no'),
      ...reached,
      { table: 'stuptr', by: 'ptr_no', what: '孩子关联' },
      { table: 'ptrarch', by: 'ptr_no', what: '档案' },
      { table: 'prop', by: 'ptr_no' },
      { table: 'ans', by: 'by_ptr_no', what: '为孩子填过的表单' },
      { table: 'prcdraft', by: 'ptr_no' },
      { table: 'prc', by: 'ptr_no', blank: handedIn, what: '为孩子提交的申请' },
      { table: 'tsk', by: 'ptr_no', blank: { word: null } },
      { table: 'msgto', by: 'ptr_no', blank: answers, what: '收到的消息和回执' },
      { table: 'ptr', by: 'ptr_no', blank: { ...name, ...photos, ptr_name: erasedName, auth_tel: '' } },
    ],
  },
  [erasedKinds.emp]: {
    own: 'emp',
    by: 'emp_no',
    parts: [
      ...pictures('emp_no'),
      ...reached,
      ...(['orgemp', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr', 'empgrpmbr'] as const).map((table) => ({
        table,
        by: 'emp_no',
      })),
      { table: 'emparch', by: 'emp_no', what: '档案' },
      { table: 'msgtmpl', by: 'emp_no', what: '自己的消息模板' },
      { table: 'reg', by: 'emp_no', blank: enrolment, what: '活动报名' },
      { table: 'prop', by: 'emp_no' },
      { table: 'ans', by: 'emp_no', what: '填过的表单' },
      { table: 'hndto', by: 'emp_no', blank: unsent },
      { table: 'prcdraft', by: 'emp_no' },
      { table: 'prc', by: 'emp_no', blank: handedIn, what: '提交过的申请' },
      { table: 'lve', by: 'emp_no', blank: { rsn: null }, what: '请假' },
      { table: 'deleg', by: 'emp_no', what: '委托' },
      { table: 'deleg', by: 'to_no' },
      { table: 'tsk', by: 'emp_no', blank: { word: null, sign: null, why: null }, what: '审批意见' },
      { table: 'mtgdec', by: 'emp_no', blank: { word: null }, what: '会议决定' },
      { table: 'msgto', by: 'emp_no', blank: answers, what: '收到的消息和回执' },
      { table: 'emp', by: 'emp_no', blank: { ...name, ...photos, emp_name: erasedName, work_no: null, auth_tel: '' } },
      {
        table: 'mtgman',
        by: 'emp_no',
        blank: {
          man_name: erasedName,
          man_tel: null,
          work_unit: null,
          rsn: null,
          answer: null,
          ver_no: null,
          vals: null,
        },
        what: '参会记录',
      },
    ],
  },
}

/**
 * Lists what names a person and stays: it is the work of the enterprise, shows the number under 已抹除, or is worked out anew
 * from what is gone.
 */
export const keptReferences: readonly string[] = (
  'stumerge.kept_no stumerge.gone_no stu_alone.stu_no ptr_alone.ptr_no mtg.host_emp_no mtg.emp_no mtgmin.emp_no res.emp_no act.emp_no ' +
  'msg.emp_no hnd.emp_no ans.by_emp_no chktask.emp_no vst.to_emp_no tsk.for_no'
).split(' ')
