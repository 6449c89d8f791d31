import { Button } from 'antd'
import { Link } from 'react-router'
import type { FormValues } from '#contract/form/column.ts'
import { FormFill } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { feeOf, rulesOf } from '../AnnouncedFacts.tsx'
import { placesLeft, type ShownActivity } from '../activities.tsx'
import { Chosen } from './Chosen.tsx'
import { EnrolResult } from './EnrolResult.tsx'
import { OfActivity } from '../OfActivity.tsx'
import { type Filled, participantKey } from './people.tsx'
import { useEnrolling } from './useEnrolling.tsx'
import { ParticipantInput } from './ParticipantInput.tsx'
import { momentSpan } from '#web/portal/moments.ts'
import '../detail.css'
import './enrol.css'

/** Draws the enrolment in an activity: people, form, and result. */
const Enrol = () => <OfActivity>{(activity) => <Enrolling key={activity.actNo} activity={activity} />}</OfActivity>
export default Enrol

function Enrolling({ activity }: { activity: ShownActivity }) {
  const { actNo, title, sDt, eDt, place, fullFlag, waitCnt, payName } = activity
  const enrolling = useEnrolling(activity)
  const { chosen, toggle, shown, hasForm, isDone, enrolled, submit, isBusy } = enrolling
  if (isDone) return <EnrolResult actNo={actNo} title={title} enrolled={enrolled} onAgain={enrolling.again} />
  const filled = shown && enrolling.formOf(shown)
  return (
    <>
      <h1>{title}：报名</h1>
      <div className="enrol">
        <div className="stack">
          {fullFlag === '1' && (
            <p className="enrol-full" role="status">
              名额已满，现在报名要候补{waitCnt > 0 && `，前面有 ${waitCnt} 人`}。有人取消时按先后顺序递补。
            </p>
          )}
          <ParticipantInput activity={activity} chosen={chosen} onToggle={toggle} />
          {chosen.length > 0 && (
            <section className="act-panel" aria-label={hasForm ? '填写报名表' : '已选的人'}>
              <h2>{hasForm ? '填写报名表' : `已选 ${chosen.length} 人`}</h2>
              <Chosen
                people={chosen}
                stateOf={hasForm ? enrolling.stateOf : undefined}
                shown={shown && participantKey(shown)}
                onShow={enrolling.show}
                onRemove={toggle}
              />
              {filled?.problem && (
                <p className="bad-line" role="alert">
                  {filled.problem}
                </p>
              )}
              {hasForm && filled && (
                <PersonForm
                  key={participantKey(shown)}
                  activity={activity}
                  filled={filled}
                  sources={enrolling.sources}
                  onChange={(values) => enrolling.fill(shown, values)}
                  onErrors={(errors) => enrolling.tell(shown, errors)}
                />
              )}
              {hasForm && <NextPerson {...enrolling} />}
            </section>
          )}
        </div>
        <aside className="act-panel enrol-summary" aria-label="报名小结">
          <h2>
            <Link to={`/vam/prtl/dtl?no=${actNo}`}>{title}</Link>
          </h2>
          <p>{momentSpan(sDt, eDt)}</p>
          {place && <p>{place}</p>}
          <p>{placesLeft(activity)}</p>
          <p>{payName ? feeOf(activity) : '不收费'}</p>
          <ul className="grey">
            {rulesOf(activity).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          <div className="portal-bar">
            <Button type="primary" size="large" disabled={chosen.length === 0} loading={isBusy} onClick={() => void submit()}>
              {submitWords(chosen.length, fullFlag === '1')}
            </Button>
          </div>
        </aside>
      </div>
    </>
  )
}

type PersonProps = {
  activity: ShownActivity
  filled: Filled
  sources: FormSources
  onChange: (values: FormValues) => void
  onErrors: (errors: Record<string, string>) => void
}

/** Draws the form of one of the people who are enrolled. */
function PersonForm({
  activity: { billClmns: columns, singleFlag },
  filled: { values, errors },
  sources,
  onChange,
  onErrors,
}: PersonProps) {
  const paging = usePaging({ columns, values, errors, setErrors: onErrors, sources, isSingle: singleFlag === '1' })
  return <FormFill columns={columns} values={values} onChange={onChange} errors={errors} sources={sources} paging={paging} />
}

const submitWords = (count: number, isFull: boolean) =>
  count === 0 ? '先选择给谁报名' : `${isFull ? '提交候补' : '提交报名'}（${count} 人）`

/** Draws the way to the next person whose form is not filled in. */
function NextPerson({ chosen, shown, show, stateOf }: ReturnType<typeof useEnrolling>) {
  const next = chosen.find((person) => person !== shown && stateOf(person) !== 'done')
  return (
    next && (
      <p className="enrol-next">
        <Button onClick={() => show(participantKey(next))}>填下一位：{next.name}</Button>
      </p>
    )
  )
}
