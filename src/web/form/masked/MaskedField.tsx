import { use } from 'react'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { Masked, type Reveal } from './Masked.tsx'
import type { In } from '#web/api/send.ts'
import { Field, FormContract } from '../Field.tsx'
import { MaskedInput } from './MaskedInput.tsx'

type Props = { name: string; call: Reveal; input: In<Reveal> }

/** Draws a sensitive field of a form, which the call reveals for those who may see it. */
export function MaskedField({ name, call, input }: Props) {
  const schema = use(FormContract)?.shape[name] as z.ZodType | undefined
  return (
    <Field name={name} shown={(value) => <Masked value={value} call={call} input={{ ...input, field: name }} />}>
      <MaskedInput
        placeholder={schema && `请输入${metaOf(schema).title}`}
        maxLength={100}
        reveal={{ call, input: { ...input, field: name } }}
      />
    </Field>
  )
}
