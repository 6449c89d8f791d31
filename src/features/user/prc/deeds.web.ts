import { newColumn } from '#contract/form/initial.ts'

// Numbers them beyond the fields of any form, which they stand beside.
export const asked = { word: 'c9991', sign: 'c9992', person: 'c9993', to: 'c9994', again: 'c9995' } as const

/** Asks for a word, which some decisions cannot go without. */
export const wordColumn = (name: string, mustFlag: '0' | '1', tip: string | null = null) =>
  newColumn(asked.word, name, { ctrlNo: 'textarea', len: 500, wdt: 2, mustFlag, tip })

export const signColumn = newColumn(asked.sign, '签名', { kitNo: 'sign', wdt: 2, mustFlag: '1' })

/** Asks for one or several of the staff. */
export const personColumn = (name: string, len: number) =>
  newColumn(asked.person, name, { kitNo: 'emp', len, wdt: 2, mustFlag: '1' })

/** Asks to which step something is returned, and whether the steps between are walked again. */
export const backColumns = (backs: readonly { step: number; name: string }[]) => [
  newColumn(asked.to, '退回到', {
    ctrlNo: 'radio',
    wdt: 2,
    mustFlag: '1',
    opts: backs.map(({ step, name }) => ({ val: String(step), name })),
    dftlVal: '0',
  }),
  newColumn(asked.again, '改好以后', {
    ctrlNo: 'radio',
    wdt: 2,
    mustFlag: '1',
    opts: [
      { val: '1', name: '从退回的那一步重新审批' },
      { val: '0', name: '直接回到我这一步' },
    ],
    dftlVal: '1',
  }),
]

/** Returns the numbers of those who were picked. */
export const pickedNos = (value: unknown): string[] => (Array.isArray(value) ? value.map(({ no }: { no: string }) => no) : [])
