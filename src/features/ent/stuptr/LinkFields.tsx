import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance } from 'antd'
import { onlyOnce, relationOf } from '#domain/guardians/relations.contract.ts'
import { titlesOf } from '#contract/explain.ts'
import { query } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { Field } from '#web/form/Field.tsx'
import { FlagLine } from '#web/form/FlagLine.tsx'
import './stuptr.css'
import { flagNames, Relation, stuptr } from './stuptr.contract.ts'

type Values = Record<string, unknown>

const titles = titlesOf(Relation, flagNames)

/** Holds the initial values of a new link. */
export const newLink = { grdFlag: '0', pickFlag: '1', msgFlag: '1', liveFlag: '1' }

/** Fills in from the relation whether the guardian is a legal one. */
export const fillFromRelation = (changed: Values, form: FormInstance<Values>) =>
  typeof changed.relt === 'string' && form.setFieldsValue({ grdFlag: relationOf(changed.relt).isLegal ? '1' : '0' })

/** Draws the relation of a link, warning of a second father or mother of the child. */
export function RelationField({ stuNo, ptrNo }: { stuNo: string | undefined; ptrNo?: string | undefined }) {
  const relt: unknown = Form.useWatch('relt')
  const isOnce = typeof relt === 'string' && onlyOnce.includes(relt)
  const { data } = useQuery({ ...query(stuptr.getpage, { stuNo }), enabled: isOnce && stuNo !== undefined })
  const other = isOnce ? data?.datas.find((one) => one.relt === relt && one.ptrNo !== ptrNo) : undefined
  return (
    <div>
      <Field name="relt" />
      {other && (
        <p className="warn-line" role="status">
          {other.stuName}已有一位
          <Label type="RELT" value={other.relt} />：{other.ptrName}。确实是第二位时再保存。
        </p>
      )}
    </div>
  )
}

/** Draws the flags of a link. */
export const LinkFlags = () => (
  <div className="relation-flags touch" role="group" aria-label="监护与接送">
    {flagNames.map((name) => (
      <FlagLine key={name} name={name}>
        {titles[name]}
        {name === 'msgFlag' && <span className="grey">（开通消息后，学校的通知发给他）</span>}
      </FlagLine>
    ))}
  </div>
)
