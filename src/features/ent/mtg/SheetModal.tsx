import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { AppModal } from '#web/AppModal.tsx'
import { Label } from '#web/dictionary.tsx'
import { ReadFailed } from '#web/EmptyState.tsx'
import { formatCount, formatTime } from '#web/format.ts'
import { PrintButton, Printed } from '#web/Printed.tsx'
import { type Out, send } from '#web/send.ts'
import { type Meeting, sessionName, timesOf } from './MeetingFacts.tsx'
import { mtg } from './mtg.contract.ts'

type Row = Out<typeof mtg.getmtgsignpage>['datas'][number]
const pageSize = 100

async function readAll(mtgNo: string, rdx: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const { result } = await send(mtg.getmtgsignpage, { mtgNo, rdx, pageIndex, pageSize })
    rows.push(...result.datas)
    if (result.datas.length < pageSize) return rows
  }
}

/** The attendance sheet of a session on paper, with room to sign by hand. */
export default function SheetModal({ meeting, rdx, onClose }: { meeting: Meeting; rdx: number; onClose: () => void }) {
  const { mtgNo, mtgName, schds } = meeting
  const session = schds.find((one) => one.rdx === rdx)
  const { data, error, refetch } = useQuery({
    queryKey: [mtg.getmtgsignpage.path, 'sheet', mtgNo, rdx],
    queryFn: () => readAll(mtgNo, rdx),
    staleTime: 0,
  })
  return (
    <AppModal open className="touch" title="签到表" width={820} footer={null} onCancel={onClose}>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Spin delay={200} />}
      {data && session && (
        <>
          <p className="spread">
            <span className="grey">共 {formatCount(data.length)} 人</span>
            <PrintButton module="mtg" />
          </p>
          <Printed title={`${mtgName} 签到表`}>
            <p className="sheet-about">
              {schds.length > 1 && `${sessionName(session)} · `}
              {timesOf(session)}
              {session.place && ` · ${session.place}`}
            </p>
            <Paper rows={data} />
          </Printed>
        </>
      )}
    </AppModal>
  )
}

const Paper = ({ rows }: { rows: Row[] }) => (
  <div className="sheet-scroll">
    <table className="sheet">
      <thead>
        <tr>
          {['序号', '姓名', '部门或单位', '签到时间', '结果', '签名'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ manNo, manName, workUnit, signTm, stt }, i) => (
          <tr key={manNo}>
            <td>{i + 1}</td>
            <td>{manName}</td>
            <td>{workUnit}</td>
            <td>{formatTime(signTm).slice(5)}</td>
            <td>
              <Label type="SIGN_STT" value={stt} />
            </td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
