import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { Anonymity, Repeat } from '#domain/collections/collections.contract.ts'
import { FormInput } from '#features/ent/bill/forms.picker.tsx'
import { ScopeInput } from '#features/ent/msg/scope.picker.tsx'
import type { In } from '#web/api/send.ts'
import { Field } from '#web/form/Field.tsx'
import { LaterInput } from '#web/form/inputs/LaterInput.tsx'
import { TextInput } from '#web/form/inputs/TextInput.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import type { hnd } from '../hnd.contract.ts'
import { AskedLine, type useAskedPreview } from './AskedLine.tsx'
import { BacksInput } from './BacksInput.tsx'

type Values = In<typeof hnd.handout>

type Props = {
  form: FormInstance
  values: Partial<Values> | undefined
  preview: ReturnType<typeof useAskedPreview>
  /** Counts the parts of the scope that are chosen. */
  parts: number
}

/** Draws what is written of a collection: the form, who answers it, how often, and until when. */
export function HandOutFields({ form, values, preview, parts }: Props) {
  const isOpen = values?.opnFlag === '1'
  const isUnnamed = isOpen || (values?.anon !== undefined && values.anon !== Anonymity.none)
  useEffect(() => {
    if (isOpen) form.setFieldsValue(openWays)
    else if (isUnnamed) form.setFieldsValue(unnamedWays)
  }, [form, isOpen, isUnnamed])
  return (
    <>
      <Field name="tmplNo" isNeeded>
        <FormInput first={collecting} onName={(name) => !form.getFieldValue('title') && form.setFieldValue('title', name)} />
      </Field>
      <Field name="opnFlag" label="谁来填">
        <SegmentedControl options={askedWays} />
      </Field>
      {isOpen ? (
        <OpenFields />
      ) : (
        <>
          <Field name="scope" label="范围" isNeeded>
            <ScopeInput named={preview.data?.scope ?? []} />
          </Field>
          <AskedLine parts={parts} preview={preview} />
        </>
      )}
      {!isUnnamed && preview.data && preview.data.targets.length > 0 && (
        <>
          <Field name="backs">
            <BacksInput targets={preview.data.targets} knowns={preview.data.knowns} />
          </Field>
          <Field name="gapFlag" />
        </>
      )}
      {!isUnnamed && preview.data?.flowName && <ApprovalField flowName={preview.data.flowName} isOn={values?.aprFlag === '1'} />}
      <Field name="title" placeholder="如：秋季学期家庭情况登记" />
      <Field name="des">
        <TextInput lines={4} maxLength={2000} placeholder="写给填表的人：为什么收集、用在哪里" />
      </Field>
      <LimitFields values={values} />
    </>
  )
}

/** Draws whether answers are approved, by the one flow of the form. */
function ApprovalField({ flowName, isOn }: { flowName: string; isOn: boolean }) {
  return (
    <>
      <Field name="aprFlag" />
      {isOn && (
        <p className="grey asked-line">每份答卷按“{flowName}”审批：可以退回重填，通过后才回写档案。有人审批后不能再改。</p>
      )}
    </>
  )
}

/** Draws until when it is answered, how often it is asked, and whether answers tell who gave them. */
function LimitFields({ values }: Pick<Props, 'values'>) {
  const isOpen = values?.opnFlag === '1'
  return (
    <>
      <div className="form-grid">
        <Field name="dueTm">
          <LaterInput endOfDay placeholder="不限" />
        </Field>
        <Field name="lateFlag" />
        {values?.anon !== Anonymity.full && <Field name="editFlag" />}
        {!isOpen && (
          <>
            <Field name="joinFlag" />
            <Field name="rpt" />
            <Field name="anon" />
          </>
        )}
      </div>
      {!isOpen && <WaysLine rpt={values?.rpt} anon={values?.anon} />}
    </>
  )
}

const askedWays = [
  { value: '0', label: '指定的人' },
  { value: '1', label: '有链接就能填' },
]

// Takes back what does not go with a link that anybody opens, or with answers without names.
const unnamedWays = { backs: [], gapFlag: '0' as const, aprFlag: '0' as const }
const openWays = { ...unnamedWays, joinFlag: '0' as const, rpt: Repeat.once, anon: Anonymity.none }

/** Draws what is said of a collection that anybody with its link fills in. */
function OpenFields() {
  return (
    <>
      <p className="grey asked-line">发起后得到一个链接和二维码，谁打开都能填，不用登录；不知道是谁填的，请在表单里问姓名。</p>
      <div className="form-grid">
        <Field name="mostCnt" placeholder="不限" />
        <Field name="passWord" placeholder="不用口令" />
      </div>
    </>
  )
}

/** Says what repeating, and answers without names, mean for who asks. */
function WaysLine({ rpt, anon }: Pick<Partial<Values>, 'rpt' | 'anon'>) {
  return (
    <>
      {rpt === Repeat.week && <p className="grey asked-line">每周同一天、同一时间自动发下一期，上一期随之结束。</p>}
      {rpt === Repeat.month && <p className="grey asked-line">每月同一天、同一时间自动发下一期，上一期随之结束。</p>}
      {anon === Anonymity.hidden && (
        <p className="grey asked-line">看答卷时看不到姓名，谁填了、谁没填仍看得到；不能代填和退回，填表的人会看到这条说明。</p>
      )}
      {anon === Anonymity.full && (
        <p className="grey asked-line">
          系统不记录哪份是谁填的：答卷满 5 份才一起公布，提交后不能改，也不能重新开放已公布的。总共不到 5
          份时只看得到份数，答卷在结束 30 天后销毁。
        </p>
      )}
    </>
  )
}

// Names the type of forms that are made for collecting.
const collecting = '06'
