import { useQuery } from '@tanstack/react-query'
import { visitSpan, VisitState } from '#domain/visits/visits.contract.ts'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatTime } from '#web/page/format.ts'
import { Masked } from '#web/form/masked/Masked.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { PersonDrawer } from '#domain/people/PersonDrawer.tsx'
import type { Out } from '#web/api/send.ts'
import { HostLink } from './gate/HostLink.tsx'
import { useVisitActions } from './useVisitActions.tsx'
import { vst } from './vst.contract.ts'

type Shown = Out<typeof vst.get>

/** Draws everything about one visit, beside the list. */
export default function VisitDrawer({ vstNo, onClose }: { vstNo: string; onClose: () => void }) {
  const read = useQuery(query(vst.get, { vstNo }))
  const { firstOf, menuOf, dialogs } = useVisitActions()
  const visit = read.data
  return (
    <>
      <PersonDrawer
        kind="来访"
        read={read}
        name={visit?.vstName}
        title={
          visit && (
            <>
              {visit.vstName} <StatusTag type="VST_STT" value={visit.stt} />
            </>
          )
        }
        first={visit && firstOf(visit)}
        menu={visit && menuOf(visit)}
        parts={visit && [{ key: 'facts', label: '资料', children: <Facts visit={visit} /> }, historyTab('vst', vstNo)]}
        onClose={onClose}
      />
      {dialogs}
    </>
  )
}

function Facts({ visit }: { visit: Shown }) {
  const may = useMay()
  const { vstNo, billClmns, vals, files, mates } = visit
  const { choices } = useFormSources()
  const reveal = (value: string | null, field: 'vstTel' | 'idNo', rdx?: number) => (
    <Masked value={value} call={vst.reveal} input={{ vstNo, field, ...(rdx && { rdx }) }} />
  )
  // Leaves out the columns that are shown above.
  const others = billClmns.filter(({ fldCode }) => fldCode === null)
  return (
    <>
      {visit.stt === VisitState.waiting && may(vst.makehostkey) && <HostLink vstNo={vstNo} name={visit.toEmpName ?? ''} />}
      <div className="visit-facts">
        <FactList items={itemsOf(visit, reveal)} />
        {visit.pht && (
          <a href={visit.pht} target="_blank" rel="noreferrer" className="visit-photo">
            <img src={visit.pht} alt={`${visit.vstName}的照片`} />
          </a>
        )}
      </div>
      {mates.length > 0 && (
        <section style={{ marginBlockStart: 24 }}>
          <h2 className="section-title">同行人 {mates.length}</h2>
          <FactList
            items={mates.map(({ rdx, mateName, mateTel, idNo }) => [
              mateName,
              <span key={rdx}>
                {reveal(mateTel, 'vstTel', rdx)} {idNo && reveal(idNo, 'idNo', rdx)}
              </span>,
            ])}
          />
        </section>
      )}
      {others.length > 0 && (
        <div className="visit-form">
          <FormRead
            columns={others}
            values={vals}
            choices={choices}
            masked={({ clmnNo }, words) => <Masked value={words} call={vst.reveal} input={{ vstNo, field: 'vals', clmnNo }} />}
            linkOf={(fileNo) => files.find((file) => file.fileNo === fileNo)?.url}
          />
        </div>
      )}
    </>
  )
}

function itemsOf(visit: Shown, reveal: (value: string | null, field: 'vstTel' | 'idNo') => React.ReactNode) {
  const { passNo, answer, inDt, outDt, gate, outGate } = visit
  const facts: Record<string, React.ReactNode> = {
    ...(passNo && { 入校码: <span className="pass-no">{passNo}</span> }),
    ...(answer && { 拒绝原因: answer }),
    ...(visit.stuName && { 身份: `家长 · 学生 ${visit.stuName}` }),
    被访人: visit.toEmpName,
    事由: visit.rsn,
    预约时间: visitSpan(visit.planSDt, visit.planEDt),
    ...(inDt && { 到访: [formatTime(inDt), gate].filter(Boolean).join(' · ') }),
    ...(outDt && { 离开: [formatTime(outDt), outGate].filter(Boolean).join(' · ') }),
    手机: reveal(visit.vstTel, 'vstTel'),
    身份证号: reveal(visit.idNo, 'idNo'),
    ...(visit.workUnit && { 单位: visit.workUnit }),
    ...(visit.carNo && { 车牌号: visit.carNo }),
    表单: visit.tmplName,
    来访编号: visit.vstNo,
  }
  return Object.entries(facts)
}
