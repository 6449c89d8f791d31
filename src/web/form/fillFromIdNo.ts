import type { FormInstance } from 'antd'
import { factsOf } from '#contract/values/idNumber.ts'

type Values = Record<string, unknown>

/** Fills in the sex and birth date of a typed ID number. */
export const fillFromIdNo = (changed: Values, form: FormInstance<Values>) =>
  'idNo' in changed && form.setFieldsValue(factsOf(changed.idNo))
