import { Button } from 'antd'
import { useState } from 'react'
import { emptyValues, errorsOf, FormFill } from '#domain/forms/FormFill.tsx'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { useSend } from '#web/api/api.ts'
import { CallError, type Out } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { hnd } from './hnd.contract.ts'

type Props = { collection: Out<typeof hnd.get>; row: { toNo: string; name: string }; onClose: () => void }

/** Answers for somebody who cannot, from paper or by phone. */
export default function ProxyDrawer({ collection: { hndNo, billClmns }, row: { toNo, name }, onClose }: Props) {
  const narrow = useNarrow()
  const sources = useFormSources()
  const { values, latest, change, errors, setErrors, isTouched } = useFilled(() => emptyValues(billClmns))
  const [problem, setProblem] = useState('')
  const answer = useSend(hnd.proxy, { quiet: true })
  const { ask, dialog } = useConfirm()
  const close = () =>
    isTouched
      ? ask({ title: '不保存就关闭', touches: '填写的内容会丢失。', verb: '关闭', act: async () => onClose() })
      : onClose()
  const submit = () => {
    if (stopAtWrongDay()) return
    setProblem('')
    answer.mutate(
      { hndNo, toNo, vals: latest() },
      {
        onSuccess: onClose,
        onError: (error) => {
          const fields = error instanceof CallError ? error.fields : []
          setErrors(errorsOf(fields))
          setProblem(error.message)
          if (fields.length > 0) focusFirstFault()
        },
      },
    )
  }
  return (
    <>
      <AppDrawer
        open
        className="touch"
        title={`代填：${name}`}
        size={narrow ? '100%' : 640}
        onClose={close}
        acts={
          <Button type="primary" loading={answer.isPending} onClick={submit}>
            提交
          </Button>
        }
      >
        <p className="grey">按纸上或电话里说的填写，会标明是谁代填的。</p>
        {problem && (
          <p className="bad-line" role="alert">
            {problem}
          </p>
        )}
        <FormFill columns={billClmns} values={values} onChange={change} errors={errors} sources={sources} narrow={narrow} />
      </AppDrawer>
      {dialog}
    </>
  )
}
