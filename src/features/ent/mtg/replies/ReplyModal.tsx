import type { Column, FormValues } from '#contract/form/column.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { mtg } from '../mtg.contract.ts'

type Replied = { vals: FormValues | null; files: { fileNo: string; url: string }[] }
type Props = {
  title: string
  reply: Replied
  columns: Column[]
  /** Names whose reply it is, where its numbers are masked. */
  of?: { mtgNo: string; manNo: string }
  onClose: () => void
}

/** Draws an attendee's reply in the meeting's form. */
export default function ReplyModal({ title, reply, columns, of, onClose }: Props) {
  const { choices } = useFormSources()
  const links = new Map(reply.files.map(({ fileNo, url }) => [fileNo, url]))
  return (
    <AppModal open title={title} width={560} footer={null} onCancel={onClose}>
      <FormRead
        columns={columns}
        values={reply.vals ?? {}}
        choices={choices}
        linkOf={(fileNo) => links.get(fileNo)}
        {...(of && {
          masked: ({ clmnNo }, words) => <Masked value={words} call={mtg.revealreply} input={{ ...of, clmnNo }} />,
        })}
      />
    </AppModal>
  )
}
