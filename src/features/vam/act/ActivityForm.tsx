import { useQuery } from '@tanstack/react-query'
import { Button, Spin, Steps } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { useState } from 'react'
import { ActivityState, For, QuotaMode, WorkKind } from '#domain/activities/activities.contract.ts'
import { query } from '#web/api/api.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { FormContract } from '#web/form/Field.tsx'
import { useFormClosing } from '#web/form/useFormClosing.tsx'
import { useRecord } from '#web/form/useRecord.tsx'
import { useIsSchool } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { act } from './act.contract.ts'
import { activityFields } from './act.parts.contract.ts'
import { Basics, FormStep, Preview, activitySteps, AudienceStep, WorksStep } from './ActivitySteps.tsx'

type Activity = Out<typeof act.get>
type Props = {
  /** Names the activity that is changed; none for a new one. */
  actNo?: string
  onClose: () => void
  onSaved: (actNo: string) => void
}

/** Makes an activity or changes one, which has to be read first. */
export default function ActivityForm({ actNo, ...props }: Props) {
  const { data, error, refetch } = useQuery({ ...query(act.get, { actNo: actNo ?? '' }), enabled: actNo !== undefined })
  if (actNo === undefined) return <ActivityDrawer {...props} />
  if (data) return <ActivityDrawer {...props} activity={data} />
  return (
    <AppDrawer open title="活动" size={378} onClose={props.onClose}>
      {error ? <ReadFailed message={error.message} onRetry={() => void refetch()} /> : <Spin delay={200} />}
    </AppDrawer>
  )
}

/** Draws five steps, the last of which is a preview (docs/spec/activities.md#fields). */
function ActivityDrawer({ activity, onClose, onSaved }: Omit<Props, 'actNo'> & { activity?: Activity }) {
  const narrow = useNarrow()
  const isSchool = useIsSchool()
  const [at, setAt] = useState(0)
  const start = activity ? recordOf(activity) : startOf(isSchool)
  const { form, submit, draft, busy, conflicts, dialog, setBase } = useRecord({
    call: activity ? act.update : act.create,
    record: activity && start,
    initial: start,
    send: activity ? { actNo: activity.actNo } : {},
    said: activity ? '活动已修改' : '活动已保存为草稿',
    onDone: ({ actNo }) => onSaved(actNo),
    onNothing: onClose,
  })
  const closing = useFormClosing(draft, onClose)
  const isSettled = activity !== undefined && activity.stt !== ActivityState.draft && activity.stt !== ActivityState.waiting
  const isLast = at === activitySteps.length - 1
  const toNext = async () => {
    const wrong = await form.validateFields([...(activitySteps[at]?.fields ?? [])]).then(
      () => false,
      () => true,
    )
    if (!wrong) setAt(at + 1)
  }
  // Scrolls to the step with the error.
  const toWrong = (names: (string | number)[]) => {
    const wrong = activitySteps.findIndex(({ fields }) => fields.some((field) => names.includes(field)))
    if (wrong >= 0) setAt(wrong)
  }
  const save = async (values: object) => {
    await submit({ ...form.getFieldsValue(true), ...values })
    toWrong(form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? name : [])))
  }
  return (
    <>
      <AppDrawer
        open={!conflicts}
        className="touch activity-form"
        size={narrow ? '100%' : 720}
        title={activity ? `修改“${activity.title}”` : '新建活动'}
        onClose={closing.close}
        acts={
          <StepButtons
            onBack={at > 0 ? () => setAt(at - 1) : undefined}
            onNext={isLast ? undefined : () => void toNext()}
            onSave={isLast || activity ? () => form.submit() : undefined}
            isSaving={busy}
          />
        }
      >
        <FormContract value={activityFields}>
          <AppForm
            form={form}
            layout="vertical"
            initialValues={start}
            onFinish={(values) => void save(values)}
            onFinishFailed={({ errorFields }) => toWrong(errorFields.flatMap(({ name }) => name))}
            autoComplete="off"
          >
            {draft.line(() => {
              setBase(activity && start)
              form.resetFields()
            })}
            <Steps
              size="small"
              current={at}
              onChange={setAt}
              responsive={false}
              {...(narrow && { type: 'dot' as const })}
              items={activitySteps.map(({ title }) => ({ title }))}
            />
            <Step isOpen={at === 0}>
              <Basics coverUrl={activity?.coverUrl ?? null} />
            </Step>
            <Step isOpen={at === 1}>
              <AudienceStep isSchool={isSchool} isSettled={isSettled} />
            </Step>
            <Step isOpen={at === 2}>
              <FormStep isSettled={isSettled} formName={activity?.tmplName ?? null} />
            </Step>
            <Step isOpen={at === 3}>
              <WorksStep />
            </Step>
            <Step isOpen={isLast}>{isLast && <Preview />}</Step>
          </AppForm>
        </FormContract>
      </AppDrawer>
      {closing.dialog}
      {dialog}
    </>
  )
}

type Go = (() => void) | undefined
type StepButtonsProps = { onBack: Go; onNext: Go; onSave: Go; isSaving: boolean }

const StepButtons = ({ onBack, onNext, onSave, isSaving }: StepButtonsProps) => (
  <>
    {onBack && <Button onClick={onBack}>上一步</Button>}
    {onNext && (
      <Button type={onSave ? 'default' : 'primary'} onClick={onNext}>
        下一步
      </Button>
    )}
    {onSave && (
      <Button type="primary" loading={isSaving} onClick={onSave}>
        保存
      </Button>
    )}
  </>
)

// Keeps all steps rendered, so that their values stay.
const Step = ({ isOpen, children }: { isOpen: boolean; children: React.ReactNode }) => (
  <div className="activity-step" hidden={!isOpen}>
    {children}
  </div>
)

/** Returns a moment so many days ahead, at a full hour. */
function ahead(days: number, hour: number) {
  const day = new Date(Date.now() + 8 * 3600_000 + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}${String(hour).padStart(2, '0')}0000`
}

const startOf = (isSchool: boolean) => ({
  who: isSchool ? For.students : For.employees,
  units: [],
  quotaMode: QuotaMode.all,
  waitFlag: '1',
  auditFlag: '0',
  pubFlag: '0',
  wrkFlag: '0',
  wrkTypes: WorkKind.either,
  wrkMax: 1,
  voteFlag: '1',
  // Starts in the present hour, so that a published activity is open at once.
  regSDt: ahead(0, new Date(Date.now() + 8 * 3600_000).getUTCHours()),
  regEDt: ahead(7, 18),
  sDt: ahead(10, 9),
  eDt: ahead(10, 17),
})

const recordOf = (activity: Activity) => ({
  ...Object.fromEntries(
    Object.keys(activityFields.shape).map((name) => [name, (activity as Record<string, unknown>)[name] ?? null]),
  ),
  ver: activity.ver,
})
