import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { For, QuotaMode, WorkKind } from '#domain/activities/activities.contract.ts'
import { payitem } from '#features/ecb/payitem/payitem.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { UnitsInput } from '#features/ent/edcunit/pickers/unitsInput.picker.tsx'
import { query } from '#web/api/api.ts'
import { Field } from '#web/form/Field.tsx'
import { FlagLine } from '#web/form/FlagLine.tsx'
import { RangeField } from '#web/form/RangeField.tsx'
import { formatTime } from '#web/page/format.ts'
import { Label } from '#web/api/dictionary.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { useMay } from '#web/api/me.tsx'
import '#web/form/archive.css'
import { CoverInput } from './CoverInput.tsx'

/** Lists the steps of making an activity, and the fields of each. */
export const activitySteps = [
  { title: '基本', fields: ['title', 'cls', 'place', 'sDt', 'eDt', 'cover', 'cntnt'] },
  { title: '对象与名额', fields: ['regSDt', 'regEDt', 'who', 'units', 'sex', 'quotaMode', 'quota', 'payItemNo'] },
  { title: '表单', fields: ['tmplNo'] },
  { title: '作品', fields: ['wrkTypes', 'wrkMax', 'wrkSDt', 'wrkEDt'] },
  { title: '预览', fields: [] },
] as const satisfies readonly { title: string; fields: readonly string[] }[]

// Offers no days that are past: what is set already stays.
const ahead = { afterToday: true }

const useFact = (name: string) => Form.useWatch(name, { form: Form.useFormInstance(), preserve: true })

/** Draws the fields of what it is, and when and where. */
export const Basics = ({ coverUrl }: { coverUrl: string | null }) => (
  <>
    <div className="archive-grid">
      <Field name="title" isNeeded autoFocus />
      <Field name="cls" isNeeded />
      <RangeField label="活动时间" from="sDt" to="eDt" limits={ahead} />
      <Field name="place" />
    </div>
    <Field name="cntnt" />
    <Field name="cover">
      <CoverInput url={coverUrl} />
    </Field>
    <div className="activity-flags">
      <FlagLine name="pubFlag">公开：不用登录就能在活动首页看到，报名仍要登录</FlagLine>
    </div>
  </>
)

const people = [
  { value: For.students, label: '学生' },
  { value: For.employees, label: '员工' },
  { value: For.both, label: '学生和员工' },
]
const ways = [
  { value: QuotaMode.all, label: '全部合计' },
  { value: QuotaMode.grades, label: '每个年级' },
]

/** Draws the fields of whom it is for, when they enrol, and how many places there are. */
export function AudienceStep({ isSchool, isSettled }: { isSchool: boolean; isSettled: boolean }) {
  const may = useMay()
  const who = useFact('who')
  const quotaMode = useFact('quotaMode')
  const { data: items = [] } = useQuery({ ...query(payitem.getlist, {}), enabled: may(payitem.getlist) })
  const hasStudents = who !== For.employees
  return (
    <>
      <div className="archive-grid">
        <RangeField label="报名时间" from="regSDt" to="regEDt" limits={ahead} />
        {isSchool && (
          <Field name="who">
            <Radio.Group options={people} disabled={isSettled} />
          </Field>
        )}
        {hasStudents && (
          <Field name="units">
            <UnitsInput />
          </Field>
        )}
        {hasStudents && (
          <Field name="sex">
            <Select
              allowClear
              disabled={isSettled}
              placeholder="不限"
              options={[
                { value: 'M', label: '只限男生' },
                { value: 'N', label: '只限女生' },
              ]}
            />
          </Field>
        )}
        {who === For.students && (
          <Field name="quotaMode">
            <Radio.Group options={ways} disabled={isSettled} />
          </Field>
        )}
        <Field
          name="quota"
          label={quotaMode === QuotaMode.grades ? '每个年级的名额' : '名额'}
          placeholder={quotaMode === QuotaMode.grades ? '请输入' : '不填就不限'}
        />
        {items.length > 0 && (
          <Field name="payItemNo">
            <Select
              allowClear
              placeholder="不收费"
              options={items
                .filter(({ stt }) => stt === '1')
                .map(({ payItemNo, itemName, amt }) => ({ value: payItemNo, label: `${itemName} ¥${amt}` }))}
            />
          </Field>
        )}
      </div>
      <div className="activity-flags">
        <FlagLine name="waitFlag">名额满了可以候补，有人取消就按先后递补</FlagLine>
        {!isSettled && <FlagLine name="auditFlag">每个报名都要审核</FlagLine>}
      </div>
    </>
  )
}

/** Draws the choice of the enrolment form. */
export function FormStep({ isSettled, formName }: { isSettled: boolean; formName: string | null }) {
  const may = useMay()
  const { data: forms = [] } = useQuery({ ...query(bill.getlist, { typeNo: '02' }), enabled: may(bill.getlist) })
  const known = forms.map(({ tmplNo, tmplName }) => ({ value: tmplNo, label: tmplName }))
  const tmplNo = useFact('tmplNo')
  const options =
    tmplNo && formName && !known.some(({ value }) => value === tmplNo) ? [{ value: tmplNo, label: formName }, ...known] : known
  return (
    <>
      <Field name="tmplNo">
        <Select allowClear disabled={isSettled} placeholder="不用表单，选中人就能报名" options={options} />
      </Field>
      <p className="grey">
        {isSettled
          ? '活动已发布，报名表单不能再换。'
          : '表单在“表单模板”里设计，类型是“活动报名”。用了表单，要一名一名地填写报名。'}
      </p>
    </>
  )
}

const kinds = [
  { value: WorkKind.either, label: '图片或视频' },
  { value: WorkKind.pictures, label: '只收图片' },
  { value: WorkKind.video, label: '只收视频' },
]

/** Draws whether works are submitted, and until when. */
export function WorksStep() {
  const form = Form.useFormInstance()
  const collects = useFact('wrkFlag') === '1'
  // Proposes works from the beginning of the activity on.
  const begin = (flag: '0' | '1') => {
    if (flag === '1' && !form.getFieldValue('wrkSDt'))
      form.setFieldsValue({ wrkSDt: form.getFieldValue('sDt'), wrkEDt: form.getFieldValue('eDt') })
  }
  return (
    <>
      <div className="activity-flags">
        <FlagLine name="wrkFlag" onFlag={begin}>
          收集作品：报上名的人可以上传，审核后在作品墙展示
        </FlagLine>
      </div>
      {collects && (
        <>
          <div className="archive-grid">
            <RangeField label="收作品的时间" from="wrkSDt" to="wrkEDt" limits={ahead} />
            <Field name="wrkTypes">
              <Radio.Group options={kinds} />
            </Field>
            <Field name="wrkMax" />
          </div>
          <div className="activity-flags">
            <FlagLine name="voteFlag">作品可以点赞，每人每天一次</FlagLine>
          </div>
        </>
      )}
    </>
  )
}

/** Draws a preview of the published activity. */
export function Preview() {
  const facts = Form.useFormInstance().getFieldsValue(true)
  const span = (from: string | null, to: string | null) => (from && to ? `${formatTime(from)} 至 ${formatTime(to)}` : '还没有填')
  const most = facts.quota ? `${facts.quotaMode === QuotaMode.grades ? '每个年级 ' : ''}${facts.quota} 人` : '不限'
  const rows: [string, React.ReactNode][] = [
    ['分类', <Label key="cls" type="ACT_CLS" value={facts.cls} />],
    ['报名', span(facts.regSDt, facts.regEDt)],
    ['活动', span(facts.sDt, facts.eDt)],
    ['地点', facts.place || '–'],
    ['面向', people.find(({ value }) => value === facts.who)?.label],
    ['名额', `${most}${facts.quota && facts.waitFlag === '1' ? '，满了可以候补' : ''}`],
    ['作品', facts.wrkFlag === '1' ? `${span(facts.wrkSDt, facts.wrkEDt)}，每人最多 ${facts.wrkMax} 件` : '不收'],
  ]
  return (
    <section aria-label="预览" className="stack">
      <h3 className="section-title">{facts.title || '还没有名称'}</h3>
      <FactList items={rows} />
      {facts.cntnt && <p className="activity-text">{facts.cntnt}</p>}
      <p className="grey">保存后是草稿，发布后才能报名。</p>
    </section>
  )
}
