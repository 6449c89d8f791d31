import { Button, Form } from 'antd'
import { useSend } from '#web/api/api.ts'
import type { In, Out } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useRecord } from '#web/form/useRecord.tsx'
import { WritingDrawer } from '#web/form/WritingDrawer.tsx'
import { formatCount } from '#web/page/format.ts'
import { Anonymity, Repeat } from '#domain/collections/collections.contract.ts'
import { useAskedPreview } from './AskedLine.tsx'
import { HandOutFields } from './HandOutFields.tsx'
import { hnd } from '../hnd.contract.ts'

type Draft = Pick<
  Out<typeof hnd.get>,
  | 'hndNo'
  | 'ver'
  | 'title'
  | 'des'
  | 'tmplNo'
  | 'dueTm'
  | 'lateFlag'
  | 'editFlag'
  | 'joinFlag'
  | 'gapFlag'
  | 'aprFlag'
  | 'backs'
  | 'scope'
  | 'rpt'
  | 'anon'
  | 'opnFlag'
  | 'mostCnt'
  | 'passWord'
>
type Values = In<typeof hnd.handout>

type Props = {
  /** Holds a draft that is written on. */
  draft?: Draft
  onClose: () => void
  onSent?: (hndNo: string) => void
}

const empty = {
  title: '',
  des: '',
  lateFlag: '0' as const,
  editFlag: '1' as const,
  joinFlag: '0' as const,
  gapFlag: '0' as const,
  aprFlag: '0' as const,
  backs: [],
  scope: [],
  rpt: Repeat.once,
  anon: Anonymity.none,
  opnFlag: '0' as const,
}

const draftOf = (draft: Draft) =>
  ({
    ...Object.fromEntries(drafted.map((name) => [name, draft[name]])),
    scope: draft.scope.map(({ kind, no, outFlag }) => ({ kind, no, outFlag })),
  }) as Omit<Draft, 'hndNo' | 'ver'>

// Lists what of a collection is written in its draft, besides the scope.
const drafted = [
  'title',
  'des',
  'tmplNo',
  'dueTm',
  'lateFlag',
  'editFlag',
  'joinFlag',
  'gapFlag',
  'aprFlag',
  'backs',
  'rpt',
  'anon',
  'opnFlag',
  'mostCnt',
  'passWord',
] as const

/** Hands a published form out: which one, to whom, until when; tells before it is sent whom it asks. */
export default function HandOutDrawer({ draft, onClose, onSent }: Props) {
  const initial = draft ? draftOf(draft) : empty
  const key = draft ? { hndNo: draft.hndNo, ver: draft.ver } : {}
  const record = useRecord({
    call: hnd.handout,
    record: undefined,
    initial,
    send: key,
    said: '',
    onDone: ({ hndNo, toCnt }) => {
      toast.success(toCnt > 0 ? `已发给 ${formatCount(toCnt)} 人填写` : '已发起，把链接或二维码发出去就能填')
      onClose()
      onSent?.(hndNo)
    },
    onNothing: onClose,
  })
  const { form, draft: kept } = record
  const keep = useSend(hnd.save)
  const values = Form.useWatch([], form) as Partial<Values> | undefined
  const parts = values?.scope ?? initial.scope
  const preview = useAskedPreview(parts, values?.tmplNo, values?.gapFlag)
  const saveDraft = () =>
    keep.mutate({ ...key, ...initial, ...values, ...form.getFieldsValue(true) }, { onSuccess: () => (kept.drop(), onClose()) })
  const count = values?.opnFlag !== '1' && preview.data ? preview.data.empCnt + preview.data.stuCnt : 0
  return (
    <WritingDrawer
      title="发起收集"
      contract={hnd.handout.input}
      record={record}
      initial={initial}
      onClose={onClose}
      acts={
        <>
          <Button onClick={saveDraft} loading={keep.isPending} disabled={!values?.tmplNo || !values.title}>
            存草稿
          </Button>
          <Button type="primary" loading={record.busy} onClick={() => form.submit()}>
            {count > 0 ? `发给 ${formatCount(count)} 人填写` : '发起'}
          </Button>
        </>
      }
    >
      <HandOutFields form={form} values={values} preview={preview} parts={parts.length} />
    </WritingDrawer>
  )
}
