import { useEffect, useState } from 'react'
import type * as z from 'zod'
import type { FormValues } from '#contract/form/column.ts'
import type { OfferInFull } from '#domain/approvals/process.contract.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import { Card } from '#web/stranger/Card.tsx'
import { FilledForm } from './FilledForm.tsx'
import type { mPrc } from './prc.contract.ts'

type Props = { token: string; flowNo: string; about: string; onBack: () => void; onSent: (prcNo: string) => void }

/** Draws a form that a guardian hands in for a child; what is written is kept until it is handed in. */
export function ApplyForm({ token, flowNo, about, onBack, onSent }: Props) {
  const [form, setForm] = useState<z.output<typeof OfferInFull>>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    askAsStranger<typeof mPrc.getform>('POST', '/m/prc/getform', { token, flowNo }).then(setForm, (error: Error) =>
      setProblem(error.message),
    )
  }, [token, flowNo])
  const keep = (vals: FormValues) => askAsStranger<typeof mPrc.save>('POST', '/m/prc/save', { token, flowNo, vals })
  const back = (
    <button type="button" className="m-button plain" onClick={onBack}>
      返回
    </button>
  )
  return (
    <Card title={form?.flowName ?? '替孩子申请'} about={about}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      {form ? (
        <FilledForm
          columns={form.billClmns}
          isSingle={form.singleFlag === '1'}
          choices={form.choices}
          vals={form.draft?.vals ?? {}}
          draftTm={form.draft?.updTm}
          des={form.des}
          label="提交"
          onKeep={keep}
          onSend={async (vals) =>
            onSent((await askAsStranger<typeof mPrc.start>('POST', '/m/prc/start', { token, flowNo, vals })).prcNo)
          }
        >
          {back}
        </FilledForm>
      ) : (
        problem && back
      )}
    </Card>
  )
}
