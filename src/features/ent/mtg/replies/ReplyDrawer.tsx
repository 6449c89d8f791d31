import { useSend } from '#web/api/api.ts'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { FillDrawer } from '#domain/forms/drawer/FillDrawer.tsx'
import { emptyValues } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { refusalOf } from '#web/api/send.ts'
import type { MeetingInfo } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'

/** Answers that one comes, with what the meeting's form asks for. */
export default function ReplyDrawer({ meeting, onClose }: { meeting: MeetingInfo; onClose: () => void }) {
  const { mtgNo, mtgName, billClmns, singleFlag } = meeting
  const own = useFormSources()
  const sources = { ...own, linkOf: (fileNo: string) => meeting.mine?.files.find((file) => file.fileNo === fileNo)?.url }
  const filled = useFilled(() => ({ ...emptyValues(billClmns), ...meeting.mine?.vals }))
  const { values, errors, setErrors, refuse } = filled
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
    <FillDrawer
      title={`回执：${mtgName}`}
      columns={billClmns}
      filled={filled}
      paging={paging}
      sources={sources}
      isBusy={reply.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
