import * as z from 'zod'
import { address } from '#contract/values/address.ts'
import { attachments } from '#contract/attachment.ts'
import { email } from '#contract/values/contact.ts'
import { decimal } from '#contract/values/decimal.ts'
import { code, date8, idNo, mobile, moment, note, ownNo, pastDate, personName, telephone, text } from '#contract/fields.ts'
import { areaNames } from '#contract/shell/admnarea.contract.ts'

/** Describes a form with every kind of field that a contract can have. */
export const contract = z.object({
  whole: z.int().min(2).max(24).nullish().meta({ title: '整数' }),
  amount: decimal().min(0).nullish().meta({ title: '金额（元）' }),
  fine: decimal(4).nullish().meta({ title: '四位小数' }),
  any: decimal().nullish().meta({ title: '任意数字' }),
  name: text(10).nullish().meta({ title: '名称' }),
  rem: note(500).meta({ title: '备注' }),
  person: personName.nullish().meta({ title: '姓名' }),
  mobile: mobile.nullish().meta({ title: '手机' }),
  telephone: telephone.nullish().meta({ title: '电话' }),
  idNo: idNo.nullish().meta({ title: '身份证号' }),
  sex: z.enum(['M', 'N', 'U']).nullish().meta({ title: '性别', dictionary: 'SEX' }),
  brth: pastDate.nullish().meta({ title: '出生日期' }),
  day: date8.nullish().meta({ title: '日期' }),
  email: email.nullish().meta({ title: '邮箱' }),
  url: address.nullish().meta({ title: '地址' }),
  own: ownNo.nullish().meta({ title: '工号' }),
  nation: code('NTNL').nullish().meta({ title: '民族' }),
  ...areaNames,
  sDt: moment.nullish().meta({ title: '开始时间' }),
  eDt: moment.nullish().meta({ title: '截止时间' }),
  files: attachments(3).optional().meta({ title: '附件' }),
})
