import { Button, Select } from 'antd'
import { useRef, useState } from 'react'
import type { FormValues } from '#contract/form/column.ts'
import { plannedTimes } from '#domain/visits/visits.contract.ts'
import { useSend } from '#web/api/api.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { refusalOf } from '#web/api/send.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import type { VisitForm } from './VisitFilters.tsx'
import { vst } from './vst.contract.ts'

/** Draws a visit that the front desk enters, with the form of the school. */
export default function NewVisit({ forms, onClose }: { forms: VisitForm[]; onClose: () => void }) {
  const narrow = useNarrow()
  const sources = useFormSources()
  const [tmplNo, setTmplNo] = useState(forms[0]?.tmplNo ?? '')
  const form = forms.find((one) => one.tmplNo === tmplNo)
  const columns = form?.billClmns ?? []
  const { values, change, begin, errors, setErrors, refuse, isTouched } = useFilled(() => startOf(forms[0]))
  const paging = usePaging({ columns, values, errors, setErrors, sources, isSingle: form?.sets.singleFlag === '1' })
  const { ask, dialog } = useLeaving()
  const place = useRef<HTMLFormElement>(null)
  const create = useSend(vst.create, { quiet: true, said: () => '来访已登记' })
  const send = () => {
    if (stopAtWrongDay()) return
    setErrors({})
    create.mutate(
      { tmplNo, vals: values },
      {
        onSuccess: onClose,
        onError: (error) => refuse(refusalOf(error)),
      },
    )
  }
  const choose = (to: string) => {
    setTmplNo(to)
    begin(startOf(forms.find((form) => form.tmplNo === to)))
  }
  return (
    <AppDrawer
      open
      className="touch"
      title="新建来访"
      size={narrow ? '100%' : 640}
      afterOpenChange={(isOpen) => isOpen && place.current?.querySelector('input')?.focus()}
      onClose={() => (isTouched ? ask(onClose) : onClose())}
      acts={
        paging.isLast && (
          <Button type="primary" loading={create.isPending} onClick={send}>
            新建
          </Button>
        )
      }
    >
      {forms.length > 1 && (
        <Select
          aria-label="表单"
          style={{ width: '100%', marginBlockEnd: 16 }}
          value={tmplNo}
          onChange={choose}
          options={forms.map((form) => ({ value: form.tmplNo, label: form.tmplName }))}
        />
      )}
      {errors.form && (
        <p className="bad-line" role="alert">
          {errors.form}
        </p>
      )}
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (paging.isLast) send()
          else void paging.next()
        }}
      >
        <FormFill
          columns={columns}
          values={values}
          onChange={change}
          errors={errors}
          sources={sources}
          narrow={narrow}
          paging={paging}
        />
        {/* Saves on Enter in a field. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden>
          新建
        </button>
      </form>
      {dialog}
    </AppDrawer>
  )
}

const startOf = (form: VisitForm | undefined): FormValues =>
  form ? { ...emptyValues(form.billClmns), ...plannedTimes(form.billClmns) } : {}
