import { useState } from 'react'
import { readFilledForm } from '#contract/form/readValues.ts'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { emptyValues, errorsOf } from '#domain/forms/FormFill.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { useFormChoices } from '#domain/forms/useFormChoices.web.ts'
import { toast } from '#web/feedback/toast.ts'
import { useUnsaved } from '#web/page/unsaved.ts'
import type { ShownActivity } from '../activities.tsx'
import type { FillState } from './Chosen.tsx'
import { batchesOf, enrolAll, type EnrolledPerson, type Filled, participantKey, type Participant } from './people.tsx'

/** Returns the people to enrol, their forms, and the results. */
export function useEnrolling({ actNo, billClmns }: ShownActivity) {
  const [chosen, setChosen] = useState<Participant[]>([])
  const [forms, setForms] = useState<Record<string, Filled>>({})
  const [shownKey, show] = useState<string>()
  const [enrolled, setEnrolled] = useState<EnrolledPerson[]>([])
  const [isBusy, setBusy] = useState(false)
  const sources = useFormSources()
  const offered = useFormChoices(billClmns, sources)
  const hasForm = billClmns.length > 0
  const shown = chosen.find((person) => participantKey(person) === shownKey) ?? chosen[0]
  const isDone = enrolled.length > 0 && chosen.length === 0
  useUnsaved(chosen.length > 0)

  const formOf = (person: Participant): Filled => forms[participantKey(person)] ?? { values: emptyValues(billClmns), errors: {} }
  const complaintsOf = (person: Participant) => readFilledForm(billClmns, formOf(person).values, offered).errors
  const stateOf = (person: Participant): FillState => {
    const { errors, problem } = formOf(person)
    if (problem || Object.keys(errors).length > 0) return 'wrong'
    return complaintsOf(person).length === 0 ? 'done' : 'open'
  }
  const toggle = (person: Participant) => {
    const isIn = chosen.some((one) => participantKey(one) === participantKey(person))
    setChosen(isIn ? chosen.filter((one) => participantKey(one) !== participantKey(person)) : [...chosen, person])
  }
  /** Shows the first form with errors. */
  const refuse = (said: Record<string, Pick<Filled, 'errors' | 'problem'>>, among: readonly Participant[]) => {
    setForms((all) => ({
      ...all,
      ...Object.fromEntries(
        Object.entries(said).map(([key, wrong]) => [key, { values: all[key]?.values ?? emptyValues(billClmns), ...wrong }]),
      ),
    }))
    show(among.map(participantKey).find((key) => key in said))
    if (Object.values(said).some(({ errors }) => Object.keys(errors).length > 0)) focusFirstFault()
  }
  const submit = async () => {
    if (stopAtWrongDay()) return
    const wrong = hasForm ? chosen.filter((person) => complaintsOf(person).length > 0) : []
    if (wrong.length > 0) {
      refuse(
        Object.fromEntries(wrong.map((person) => [participantKey(person), { errors: errorsOf(complaintsOf(person)) }])),
        chosen,
      )
      return toast.error(`${wrong.map(({ name }) => name).join('、')}的报名表还没有填好`)
    }
    setBusy(true)
    const outcome = await enrolAll(actNo, batchesOf(chosen, hasForm ? (person) => formOf(person).values : undefined))
    setBusy(false)
    const left = chosen.filter((person) => participantKey(person) in outcome.refused)
    setEnrolled((all) => [...all, ...outcome.enrolled])
    setChosen(left)
    if (left.length === 0) return toast.success('报名成功')
    refuse(outcome.refused, left)
    toast.error(Object.values(outcome.refused).find(({ problem }) => problem)?.problem ?? '有的报名表没有填对')
  }
  return {
    chosen,
    toggle,
    shown,
    show,
    sources,
    hasForm,
    formOf,
    stateOf,
    fill: (person: Participant, values: Filled['values']) =>
      setForms((all) => ({ ...all, [participantKey(person)]: { values, errors: keptErrors(formOf(person), values) } })),
    /** Shows what is wrong in the form of one of them. */
    tell: (person: Participant, errors: Filled['errors']) =>
      setForms((all) => ({ ...all, [participantKey(person)]: { values: formOf(person).values, errors } })),
    submit,
    isBusy,
    isDone,
    enrolled,
    again: () => setEnrolled([]),
  }
}

// Keeps the error of a field until it is changed.
const keptErrors = ({ values, errors }: Filled, next: Filled['values']) =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => {
      const clmnNo = field.split('.')[0] ?? ''
      return values[clmnNo] === next[clmnNo]
    }),
  )
