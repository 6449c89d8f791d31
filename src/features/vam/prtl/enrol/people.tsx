import type * as z from 'zod'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import type { FormValues } from '#contract/form/column.ts'
import { act } from '#features/vam/act/act.contract.ts'
import type { Enrolled } from '#features/vam/act/act.parts.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { readAgain } from '#web/api/api.ts'
import { errorsOf } from '#domain/forms/FormFill.tsx'
import { CallError, send } from '#web/api/send.ts'

/** Describes somebody to enrol: a student, or without a number the caller. */
export type Participant = { stuNo?: string; name: string; unitName: string | null }
export type EnrolledPerson = z.output<typeof Enrolled>

export const participantKey = ({ stuNo }: Pick<Participant, 'stuNo'>) => stuNo ?? 'self'

/** Describes what is filled in for somebody, with its errors; `problem` where one belongs to no field. */
export type Filled = { values: FormValues; errors: Record<string, string>; problem?: string }

/** Describes what was enrolled, and what was refused, by person. */
type EnrolmentOutcome = { enrolled: EnrolledPerson[]; refused: Record<string, Pick<Filled, 'errors' | 'problem'>> }

type Batch = { people: Participant[]; vals: FormValues }

/** Enrols people batch by batch; what is refused of one keeps no other back. */
export async function enrolAll(actNo: string, batches: readonly Batch[]): Promise<EnrolmentOutcome> {
  const outcome: EnrolmentOutcome = { enrolled: [], refused: {} }
  for (const { people, vals } of batches) {
    const stuNos = people.flatMap(({ stuNo }) => (stuNo ? [stuNo] : []))
    try {
      const { result } = await send(reg.enroll, { actNo, vals, ...(stuNos.length > 0 && { stuNos }) })
      outcome.enrolled.push(...result)
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : []
      const said = fields.length > 0 ? { errors: errorsOf(fields) } : { errors: {}, problem: (error as Error).message }
      for (const person of people) outcome.refused[participantKey(person)] = said
    }
  }
  await readAgain(act.getshown)
  return outcome
}

/** Splits people by their forms, each with one of their own; without one the students go together. */
export function batchesOf(people: readonly Participant[], formOf: ((person: Participant) => FormValues) | undefined): Batch[] {
  if (formOf) return people.map((person) => ({ people: [person], vals: formOf(person) }))
  const [self, students] = [people.filter(({ stuNo }) => !stuNo), people.filter(({ stuNo }) => stuNo)]
  return [self, students].filter((batch) => batch.length > 0).map((batch) => ({ people: batch, vals: {} }))
}

/** Describes the result of an enrolment. */
export function outcomeWords({ stt, queueNo }: Pick<EnrolledPerson, 'stt' | 'queueNo'>): string {
  if (stt === EnrolState.waiting) return queueNo === null ? '候补' : `候补第 ${queueNo} 位`
  return stt === EnrolState.reviewing ? '等待审核' : '已报名'
}
