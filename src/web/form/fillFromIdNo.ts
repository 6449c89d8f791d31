import type { FormInstance } from 'antd'
import { factsOf } from '#contract/values/idNumber.ts'

type Values = Record<string, unknown>

/** An ID number that is typed fills in the fields that it tells. */
export const fillFromIdNo = (changed: Values, form: FormInstance<Values>) =>
  'idNo' in changed && form.setFieldsValue(factsOf(changed.idNo))
