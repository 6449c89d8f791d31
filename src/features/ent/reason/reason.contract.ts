import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, keyWord, no, text } from '#contract/fields.ts'

const may = permissions('reason')
const empNo = no.meta({ title: '员工编号' })

/** Describes one step of the way to a right: the question, whether it lets the person through, and where it can be changed. */
export const ReasonStep = z.object({
  kind: z.enum(['account', 'module', 'role', 'exception', 'reach']),
  okFlag: flag,
  text: z.string(),
  /** Lists the roles of the step. */
  roles: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
})

/** Explains why a person may or may not do something: in a sentence, and step by step. */
export const Why = z.object({ pwrFlag: flag, sentence: z.string(), steps: z.array(ReasonStep) })

/** Describes a record to ask about. */
export const ReasonRecord = z.object({ recNo: z.string(), recName: z.string(), note: z.string().nullable() })

/** Describes somebody who may see a record: through which roles, and the places that hold it (empty: the whole enterprise). */
export const Viewer = z.object({
  empNo,
  empName: z.string().meta({ title: '姓名' }),
  orgName: z.string().nullable().meta({ title: '部门' }),
  roleNames: z.string().meta({ title: '来自' }),
  placeNames: z.string().meta({ title: '范围' }),
})

const recType = z.enum(['emp', 'org', 'unit', 'stu']).meta({ title: '记录类型' })

/**
 * Defines the calls that explain what somebody may do, and show the product as they see it (docs/spec/data-scope.md#explaining).
 */
export const reason = resource('/ent/reason', {
  /** Asks for an action of a module, or for a call by its path; with a record also whether it is within reach. */
  getwhy: get(
    may.view,
    z.object({
      empNo,
      mdlCode: no.optional().meta({ title: '模块编码' }),
      pwrNo: z
        .string()
        .regex(/^\d{6}$/)
        .optional()
        .meta({ title: '操作权限' }),
      path: z
        .string()
        .max(100)
        .regex(/^\/[a-z/]+$/)
        .optional()
        .meta({ title: '接口' }),
      recType: recType.optional(),
      recNo: no.optional().meta({ title: '记录编号' }),
    }),
    Why,
    { title: '解释权限' },
  ),
  /** Lists who may see a record, those with the narrowest reach first; at most 500 employees are looked at. */
  getwho: get(
    may.view,
    z.object({ recType, recNo: no.meta({ title: '记录编号' }) }),
    z.object({
      recName: z.string(),
      /** Tells whether more employees have roles than were looked at (1). */
      moreFlag: flag,
      datas: z.array(Viewer),
    }),
    { title: '查询谁能看到' },
  ),
  gettargets: get(may.view, z.object({ recType, keyWord }), z.array(ReasonRecord)),
  viewas: post(
    may.set,
    z.object({ empNo, reason: text(200).meta({ title: '原因' }) }),
    z.object({ tokenId: z.string(), url: z.string() }),
    '',
    { title: '以其视角查看', undo: false },
  ),
})
