import { sql } from 'kysely'
import { For, QuotaMode } from '#domain/activities/activities.contract.ts'
import { Status } from '#contract/fields.ts'
import { imageTypes } from '#contract/fileTypes.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { chinaTime } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import { invalidField } from '#server/base/fault.ts'
import { readFormTemplates } from '#domain/forms/formTemplates.ts'
import type { CompleteActivity } from './act.facts.ts'

/** Throws invalid for an activity whose times contradict each other. */
export function checkTimes({ sDt, eDt, regSDt, regEDt, wrkFlag, wrkSDt, wrkEDt }: CompleteActivity) {
  if (sDt >= eDt) throw invalidField('eDt', '截止时间必须大于开始时间')
  if (regSDt >= regEDt) throw invalidField('regEDt', '报名截止必须晚于报名开始')
  if (regEDt > eDt) throw invalidField('regEDt', '报名截止不能晚于活动结束')
  if (wrkFlag !== '1') return
  if (!wrkSDt) throw invalidField('wrkSDt', '请先选择时间')
  if (!wrkEDt) throw invalidField('wrkEDt', '请先选择时间')
  if (wrkSDt >= wrkEDt) throw invalidField('wrkEDt', '作品截止必须晚于作品开始')
}

type Named = Partial<Pick<CompleteActivity, 'units' | 'payItemNo' | 'cover'>> & { before: { cover: string | null } }

/** Throws invalid for an activity that is over before it is planned; one that took place keeps its end (`before`). */
export function refuseOver(eDt: string, before?: string) {
  if (eDt !== before && eDt <= chinaTime()) throw invalidField('eDt', '活动结束的时间已经过去，请改为以后的时间')
}

/** Reads what there is of that which an activity names. */
async function readNamed({ db, me }: Context, entNo: string, { units = [], payItemNo, cover, before }: Named) {
  const { rows } = await sql<{ isSchool: boolean; unitCnt: number; isPayable: boolean; coverType: string | null }>`select
      exists (select from ent where ent_no = ${entNo} and idnt_no = '030') as is_school,
      (select count(*)::int from edcunit where ent_no = ${entNo} and unit_no = any(${units}) and stt = ${Status.enabled}
        and unit_type in (${unitTypes.grade}, ${unitTypes.class})) as unit_cnt,
      exists (select from payitem where ent_no = ${entNo} and pay_item_no = ${payItemNo ?? ''} and stt = ${Status.enabled}) as is_payable,
      (select type from file where ent_no = ${entNo} and file_no = ${cover ?? ''}
        and (user_no = ${me.userNo} or file_no = ${before.cover ?? ''})) as cover_type`.execute(db)
  return rows[0] ?? { isSchool: false, unitCnt: 0, isPayable: false, coverType: null }
}

/** Refuses what an activity names and is not there: grades and classes, the item to pay, the picture; and students where there are none. */
export async function checkNamed(context: Context, entNo: string, facts: CompleteActivity, named: Named) {
  const { who, quotaMode, quota } = facts
  // Checks named values again, which may have been disabled meanwhile.
  const { units = [], payItemNo, cover } = named
  const { isSchool, unitCnt, isPayable, coverType } = await readNamed(context, entNo, named)
  if (who !== For.employees && !isSchool) throw invalidField('who', '本单位没有学生，活动只能面向员工')
  if (who === For.employees && facts.units.length > 0) throw invalidField('units', '只面向员工的活动不用选年级和班级')
  if (unitCnt < new Set(units).size) throw invalidField('units', '所选年级或班级有的已不存在，请重新选择')
  if (quotaMode === QuotaMode.grades && who !== For.students) throw invalidField('quotaMode', '按年级计算名额的活动只能面向学生')
  if (quotaMode === QuotaMode.grades && !quota) throw invalidField('quota', '请填写每个年级的名额')
  if (payItemNo && !isPayable) throw invalidField('payItemNo', '缴费项目不存在或已停用')
  if (cover && !(imageTypes as readonly string[]).includes(coverType ?? ''))
    throw invalidField('cover', '封面要是图片，请重新上传')
}

/**
 * Returns the published version of a form for enrolments; null where no form is asked for. Throws for one that is not published.
 */
export async function formOf({ db }: Context, entNo: string, tmplNo: string | null) {
  if (!tmplNo) return { tmplNo: null, verNo: null }
  const [form] = await readFormTemplates(db, entNo, { typeNo: '02', tmplNo })
  if (!form) throw invalidField('tmplNo', '报名表单不存在或已停用')
  return { tmplNo, verNo: form.verNo }
}
