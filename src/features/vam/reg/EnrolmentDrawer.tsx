import { useQuery } from '@tanstack/react-query'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { formatTime } from '#web/page/format.ts'
import { Masked } from '#web/form/masked/Masked.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { PersonDrawer } from '#domain/people/PersonDrawer.tsx'
import type { Out } from '#web/api/send.ts'
import { reg } from './reg.contract.ts'
import type { ActionableEnrolment } from './useEnrolmentActions.tsx'

type Shown = Out<typeof reg.get>
type Props = {
  regNo: string
  firstOf: (row: ActionableEnrolment) => { label: string; act: () => void } | undefined
  menuFor: (row: ActionableEnrolment) => ActionMenu | undefined
  onClose: () => void
}

/** Draws one enrolment with its form, beside the list. */
export default function EnrolmentDrawer({ regNo, firstOf, menuFor, onClose }: Props) {
  const read = useQuery(query(reg.get, { regNo }))
  const one = read.data
  return (
    <PersonDrawer
      kind="报名"
      read={read}
      name={read.data?.name}
      title={
        one && (
          <>
            {one.name} <StatusTag type="REG_STT" value={one.stt} />
          </>
        )
      }
      first={one && firstOf(one)}
      menu={one && menuFor(one)}
      parts={one && [{ key: 'facts', label: '资料', children: <Facts one={one} /> }, historyTab('reg', regNo)]}
      onClose={onClose}
    />
  )
}

function Facts({ one }: { one: Shown }) {
  const may = useMay()
  const { choices } = useFormSources()
  const { regNo, billClmns, vals, files, editFlag } = one
  const facts: Record<string, React.ReactNode> = {
    活动: one.title,
    班级或部门: one.unitName ?? '–',
    报名时间: formatTime(one.crtTm),
    ...(one.byName && { 报名人: one.byName }),
    ...(one.queueNo !== null && { 候补次序: `第 ${one.queueNo} 位` }),
    ...(one.payName && { 缴费: `${one.payName}，${one.payFlag === '1' ? '已缴' : '未缴'}` }),
    ...(one.signTm && { 签到: formatTime(one.signTm) }),
    ...(one.answer && { 驳回原因: one.answer }),
    报名编号: regNo,
  }
  return (
    <>
      <FactList items={Object.entries(facts)} />
      {vals && billClmns.length > 0 && (
        <section aria-label="报名表" style={{ marginBlockStart: 24 }}>
          <FormRead
            columns={billClmns}
            values={vals}
            choices={choices}
            {...(editFlag === '1' &&
              may(reg.reveal) && {
                masked: ({ clmnNo }: { clmnNo: string }, words: string) => (
                  <Masked value={words} call={reg.reveal} input={{ regNo, clmnNo }} />
                ),
              })}
            linkOf={(fileNo) => files.find((file) => file.fileNo === fileNo)?.url}
          />
        </section>
      )}
    </>
  )
}
