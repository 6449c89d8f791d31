import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Column } from '#contract/form/column.ts'
import { valueColumns } from '#contract/form/shown.ts'
import type { Complaint } from '#contract/explain.ts'
import type { Step } from '#domain/approvals/approvals.contract.ts'
import { type LeaveFields, wrongLeaveFields } from '#domain/leaves/leaves.contract.ts'
import { readEnterpriseRoles } from '#server/access/enterpriseRoles.ts'
import { startersColumns } from '#domain/approvals/handingIn.ts'
import { holdsFiles } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import { comparisonsOf, namesClass, picksPeople } from './conditions.contract.ts'
import { namedIn } from './flow.list.ts'

/** Describes what steps are checked against: the fields of the form, the roles in use, and who is known, or still in office. */
type Known = {
  columns: readonly Column[]
  startBy: string
  roles: ReadonlySet<string>
  people: ReadonlySet<string>
  inOffice: ReadonlySet<string>
}

/** Names what is wrong with a step: its field, and a sentence. */
type Wrong = [field: keyof Step & string, message: string]
type Rule = (step: Step, known: Known) => Wrong | false

const fieldOf = (columns: readonly Column[], clmnNo: string | null | undefined) => columns.find((one) => one.clmnNo === clmnNo)
// Knows the child of those that guardians hand in, and of collections that ask about a pupil.
const isAskedOfStaff = (startBy: string) => startBy === 'emp' || startBy === 'both'
const strange = (empNos: readonly string[], people: ReadonlySet<string>) => empNos.some((empNo) => !people.has(empNo))

/** Lists what is asked of each way to decide who decides. */
const approverRules: Record<Step['who'], Rule> = {
  leader: () => false,
  chosen: (_, { startBy }) => startBy === 'none' && ['who', '填收集的人不选审批人，请换一种审批人'],
  head: (_, { columns, startBy }) =>
    isAskedOfStaff(startBy) && !columns.some(namesClass) && ['who', '表单里没有学生或班级，找不到班主任，请换一种审批人'],
  role({ roleNo }, { roles }) {
    if (!roleNo) return ['roleNo', '请选择角色']
    return !roles.has(roleNo) && ['roleNo', '所选角色已停用或不存在，请重新选择']
  },
  named({ empNos }, { people, inOffice }) {
    if (empNos.length === 0) return ['empNos', '请指定审批人']
    if (strange(empNos, people)) return ['empNos', '指定的人里有的不存在，请重新选择']
    return !empNos.some((empNo) => inOffice.has(empNo)) && ['empNos', '指定的人都已离职或停用，请重新选择']
  },
  field({ clmnNo }, { columns }) {
    if (!clmnNo) return ['clmnNo', '请选择表单里填写审批人的字段']
    const column = fieldOf(columns, clmnNo)
    return (!column || !picksPeople(column)) && ['clmnNo', '表单里没有这个“人员选择”字段，请重新选择']
  },
}

const rules: Rule[] = [
  (step, known) => approverRules[step.who](step, known),
  ({ cond }, { columns }) => {
    if (!cond) return false
    const column = fieldOf(valueColumns(columns), cond.clmnNo)
    if (!column) return ['cond', '表单里没有条件用的字段，请重新选择']
    if (!comparisonsOf(column).includes(cond.op)) return ['cond', `“${column.clmnName}”不能这样比较，请换一种条件`]
    if ((cond.op === 'eq' || cond.op === 'ne') && cond.vals.length === 0) return ['cond', '请填写条件的值']
    return (cond.op === 'least' || cond.op === 'below') && !isNumber(cond.vals[0]) && ['cond', '条件的值应为数字']
  },
  ({ fills }, { columns }) =>
    fills.some((clmnNo) => !fieldOf(valueColumns(columns), clmnNo)) && [
      'fills',
      '审批时填写的字段里有的已不在表单里，请重新选择',
    ],
  ({ mode, cnt, who, empNos }) => {
    if (mode !== 'some') return false
    if (!cnt) return ['cnt', '请填写至少几个人同意']
    const named = new Set(empNos).size
    return who === 'named' && named > 0 && cnt > named && ['cnt', `只指定了 ${named} 个人，不能要求 ${cnt} 个人同意`]
  },
  ({ hides, fills }, { columns }) => {
    if (hides.some((clmnNo) => !fieldOf(valueColumns(columns), clmnNo)))
      return ['hides', '审批时看不到的字段里有的已不在表单里，请重新选择']
    const both = columns.find(({ clmnNo }) => hides.includes(clmnNo) && fills.includes(clmnNo))
    return !!both && ['hides', `“${both.clmnName}”要在这一步填写，不能又看不到`]
  },
  ({ ccNos }, { people }) => strange(ccNos, people) && ['ccNos', '抄送的人里有的不存在，请重新选择'],
]

const isNumber = (text = '') => /^-?\d{1,14}(\.\d{1,6})?$/.test(text)

/** Throws invalid for steps that could not be walked, each fault with its step and field (`steps.2.empNos`). */
export async function checkSteps(
  context: Context,
  entNo: string,
  steps: readonly Step[],
  of: Pick<Known, 'columns' | 'startBy'>,
) {
  const known = { ...of, ...(await readKnown(context, entNo, steps)) }
  const errors: Complaint[] = steps.flatMap((step, at) =>
    rules.flatMap((rule) => {
      const wrong = rule(step, known)
      return wrong ? [{ field: `steps.${at}.${wrong[0]}`, message: `第 ${at + 1} 步“${step.stepName}”：${wrong[1]}` }] : []
    }),
  )
  if (errors.length === 0) return
  const told = errors.slice(0, 3).map(({ message }) => message)
  throw new Fault('invalid', told.join('；'), { errors: errors.slice(0, 20) })
}

/** Throws invalid where a form of leave does not tell all that a leave is written down with, and says what is missing. */
export function checkLeaveFields(fields: LeaveFields, columns: readonly Column[]) {
  const errors = wrongLeaveFields(fields, columns).map(({ field, message }) => ({ field: `lve.${field}`, message }))
  if (errors.length > 0) throw new Fault('invalid', errors.map(({ message }) => message).join('；'), { errors })
}

/**
 * Throws invalid for what guardians cannot hand in: they look up nobody of the school, and a link carries no files. Fields that they
 * are not asked are left out, but for files that have to be there.
 */
export function checkForGuardians(steps: readonly Step[], columns: readonly Column[]) {
  const errors: Complaint[] = steps.flatMap(({ who, stepName }, at) =>
    who === 'chosen' || who === 'field'
      ? [{ field: `steps.${at}.who`, message: `第 ${at + 1} 步“${stepName}”：家长不能选审批人，请换一种审批人，或只让员工发起` }]
      : [],
  )
  const file = startersColumns(columns, steps).find((column) => column.mustFlag === '1' && holdsFiles(column))
  const told = `“${file?.clmnName}”是必填的附件，家长通过链接填写不能上传，请在表单里改成选填，或只让员工发起`
  if (file) errors.push({ field: 'startBy', message: told })
  if (errors.length > 0) throw new Fault('invalid', errors.map(({ message }) => message).join('；'), { errors })
}

async function readKnown(context: Context, entNo: string, steps: readonly Step[]): Promise<Omit<Known, 'columns' | 'startBy'>> {
  const roleNos = steps.flatMap(({ roleNo }) => roleNo ?? [])
  // Looks beyond the caller's departments, for a flow may name anybody of the enterprise.
  return withoutScope(context, async () => {
    const { rows } = await sql<{ empNo: string; stt: string }>`select emp_no, stt from emp
      where ent_no = ${entNo} and emp_no = any(${namedIn(steps)})`.execute(context.db)
    const roles = await readEnterpriseRoles(context.db, entNo, roleNos)
    return {
      roles: new Set(roles.filter(({ stt }) => stt === Status.enabled).map(({ roleNo }) => roleNo)),
      people: new Set(rows.map(({ empNo }) => empNo)),
      inOffice: new Set(rows.filter(({ stt }) => stt === Status.enabled).map(({ empNo }) => empNo)),
    }
  })
}
