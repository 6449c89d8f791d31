import * as z from 'zod'

type Choice = { val: string; name: string; items: Choice[] }
const Choice: z.ZodType<Choice> = z.object({ val: z.string(), name: z.string(), items: z.array(z.lazy(() => Choice)) })

/** Describes the values of the dictionaries that a form has choices of, for whoever may not read dictionaries. */
export const FormChoices = z.array(z.object({ typeCode: z.string(), items: z.array(Choice) }))
export type FormChoices = z.output<typeof FormChoices>
