import { Form, Input } from 'antd'
import type * as z from 'zod'
import { today } from '#contract/values/day.ts'
import { isUsed, nextNumbers, type NumberRuleState as Rule, ruleFaults } from '#contract/values/numbering.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { useMe } from '#web/api/me.tsx'
import { codegnrt, type NumberRule } from './codegnrt.contract.ts'

type Row = z.output<typeof NumberRule>

/** Makes a number rule, or changes one; what it will give next is shown as it is written. */
export default function RuleForm({ rule, onClose }: { rule: Row | undefined; onClose: () => void }) {
  // Fixes prefix and suffix of a used rule: between others a number may come again.
  const fixed = rule && isUsed(rule) && { children: <Input disabled title="已经编过号，不能再改" placeholder="（空）" /> }
  return (
    <EditModal
      title={rule ? `修改“${rule.gnrtCode}”` : '新建编号规则'}
      call={rule ? codegnrt.update : codegnrt.create}
      record={rule}
      initial={{ fixBit: 8, minVal: 1, maxVal: 99_999_999, rstCyc: 'N' }}
      send={rule ? { gnrtCode: rule.gnrtCode } : {}}
      said={rule && `编号规则“${rule.gnrtCode}”已修改`}
      okText={rule ? '保存' : '新建'}
      width={640}
      onClose={onClose}
    >
      {!rule && <Field name="gnrtCode" autoFocus />}
      <div className="form-grid">
        <Field name="prfx" {...fixed} />
        <Field name="sufx" {...fixed} />
        <Field name="fixBit" label="位数（不足补零，0 不补）" />
        <Field name="rstCyc" />
        <Field name="minVal" />
        <Field name="maxVal" />
      </div>
      <Preview rule={rule} />
      <Field name="des" />
    </EditModal>
  )
}

function Preview({ rule }: { rule: Row | undefined }) {
  const { entNo } = useMe()
  const values = Form.useWatch([], Form.useFormInstance()) as Partial<Rule> | undefined
  const { prfx, sufx, fixBit, minVal, maxVal, rstCyc } = { ...rule, ...values }
  const isWhole = [fixBit, minVal, maxVal].every((value) => typeof value === 'number') && rstCyc
  const drawn = { prfx: prfx ?? '', sufx: sufx ?? '', fixBit, minVal, maxVal, rstCyc } as Rule
  const [wrong] = isWhole ? ruleFaults(drawn, rule?.curVal ?? 0) : []
  const next =
    isWhole && !wrong ? nextNumbers(drawn, { curVal: rule?.curVal ?? 0, cyc: rule?.cyc ?? '' }, { day: today(), entNo }) : []
  return (
    <p aria-live="polite" style={{ margin: '0 0 16px' }}>
      {wrong ? (
        <span className="remark-text">{wrong.message}</span>
      ) : (
        <>
          <span className="grey">接下来的编号 </span>
          {next.join('，') || (isWhole ? '号段已用完' : '–')}
        </>
      )}
      <br />
      <span className="grey">
        前缀、后缀里可以写 {'{yyyy}'} {'{yy}'} {'{MM}'} {'{dd}'}（当天日期）、{'{entNo}'}（单位编号）、{'{idntNo}'}（身份编号）
      </span>
    </p>
  )
}
