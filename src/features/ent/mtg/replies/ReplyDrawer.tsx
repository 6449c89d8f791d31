import { Button } from 'antd'
import { useSend } from '#web/api/api.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { refusalOf } from '#web/api/send.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import type { MeetingInfo } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'

/** Answers that one comes, with what the meeting's form asks for. */
export default function ReplyDrawer({ meeting, onClose }: { meeting: MeetingInfo; onClose: () => void }) {
  const { mtgNo, mtgName, billClmns, singleFlag } = meeting
  const narrow = useNarrow()
  const own = useFormSources()
  const sources = { ...own, linkOf: (fileNo: string) => meeting.mine?.files.find((file) => file.fileNo === fileNo)?.url }
  const { values, change, errors, setErrors, refuse } = useFilled(() => ({ ...emptyValues(billClmns), ...meeting.mine?.vals }))
  const paging = usePaging({ columns: billClmns, values, errors, setErrors, sources, isSingle: singleFlag === '1' })
  const reply = useSend(mtg.reply, { quiet: true })
  const submit = () => {
    if (stopAtWrongDay()) return
    setErrors({})
    reply.mutate(
      { mtgNo, vals: values },
      {
        onSuccess: onClose,
        onError: (error) => refuse(refusalOf(error)),
      },
    )
  }
  return (
    <AppDrawer
      open
      className="touch"
      title={`回执：${mtgName}`}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      acts={
        paging.isLast && (
          <Button type="primary" loading={reply.isPending} onClick={submit}>
            提交
          </Button>
        )
      }
    >
      {errors.form && (
        <p className="bad-line" role="alert">
          {errors.form}
        </p>
      )}
      <FormFill
        columns={billClmns}
        values={values}
        onChange={change}
        errors={errors}
        sources={sources}
        narrow={narrow}
        paging={paging}
      />
    </AppDrawer>
  )
}
