import { useState } from 'react'
import type * as z from 'zod'
import { explain } from '#contract/explain.ts'
import type { CallError } from '#web/api/send.ts'
import { CodeAsked } from '../codes.contract.ts'

type Problems = Partial<Record<string, string>>

/**
 * Keeps what is typed into a form around a code, and what is wrong with each field; `other` is what belongs to none. `check` returns
 * what the contract makes of it, undefined after it has said what is wrong.
 */
export function useCodeForm<Name extends string>(empty: Record<Name | 'authTel' | 'code', string>) {
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<Problems>({})
  const change = (name: keyof typeof empty) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => ({ ...before, [name]: undefined, other: undefined }))
  }
  function check<Contract extends z.ZodObject>(
    contract: Contract,
    shown: Record<string, unknown>,
  ): z.output<Contract> | undefined {
    const given = contract.safeParse(shown)
    if (given.success) {
      setProblems({})
      return given.data
    }
    setProblems(Object.fromEntries(explain(contract, given.error).map(({ field, message }) => [field, message])))
    return undefined
  }
  /** Returns the phone that a code is wanted for. */
  const phone = () => check(CodeAsked.pick({ authTel: true }), { authTel: values.authTel })?.authTel
  /** Shows a refusal beside its fields, or below the form. */
  function complain(error: unknown) {
    const { fields, message } = error as CallError
    const own = fields.filter(({ field }) => field in empty)
    setProblems(own.length > 0 ? Object.fromEntries(own.map(({ field, message: text }) => [field, text])) : { other: message })
  }
  return { values, problems, change, check, phone, complain, setProblems }
}
