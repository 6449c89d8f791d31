import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatDate, formatTime } from '#web/page/format.ts'
import { Decision as DecisionContract, meetingMinutes } from './mtg.minutes.contract.ts'

export type Decision = Out<typeof meetingMinutes.getminutes>['decisions'][number]

/** Draws what a meeting decided, and what has become of it; whoever runs the meeting says what is done. */
export function Decisions({ mtgNo, decisions, runs }: { mtgNo: string; decisions: Decision[]; runs: boolean }) {
  const may = useMay()
  const { show, dialogs } = useDialogs()
  const set = useSend(meetingMinutes.setdecision)
  const menuFor = ({ decNo, what, stt }: Decision) =>
    menuOf([
      runs &&
        may(meetingMinutes.setdecision) && {
          key: 'settle',
          label: stt === DecisionState.open ? '标为完成' : '改为未完成',
          act: () =>
            stt === DecisionState.open
              ? show((close) => <FinishModal mtgNo={mtgNo} decNo={decNo} what={what} onClose={close} />)
              : set.mutate({ mtgNo, decNo, stt: DecisionState.open }),
        },
    ])
  return (
    <>
      <h2 className="section-title">决定</h2>
      <DataTable<Decision>
        rowKey="decNo"
        rows={decisions}
        offState={null}
        empty="没有要办的事"
        columns={[
          column<Decision>(DecisionContract, 'what', { width: 260 }),
          column<Decision>(DecisionContract, 'empName', {
            width: 110,
            render: (name: string, { goneFlag }) => (goneFlag === '1' ? `${name}（已离职）` : name),
          }),
          column<Decision>(DecisionContract, 'dueDt', { width: 110, render: (day: string) => formatDate(day) }),
          {
            key: 'state',
            title: '进展',
            width: 220,
            render: (_: unknown, { stt, lateFlag, word, doneTm }: Decision) =>
              stt === DecisionState.done ? (
                <>
                  <span className="tag done">已完成</span> {word ?? <span className="grey">{formatTime(doneTm)}</span>}
                </>
              ) : (
                <span className={lateFlag === '1' ? 'tag bad' : 'tag wait'}>{lateFlag === '1' ? '逾期未完成' : '待完成'}</span>
              ),
          },
          ...(runs ? [actionsColumn<Decision>(menuFor, ({ what }) => what)] : []),
        ]}
      />
      {dialogs}
    </>
  )
}

type FinishProps = { mtgNo: string; decNo: string; what: string; onClose: () => void }

const FinishModal = ({ mtgNo, decNo, what, onClose }: FinishProps) => (
  <EditModal
    title="标为完成"
    call={meetingMinutes.setdecision}
    send={{ mtgNo, decNo, stt: DecisionState.done }}
    okText="标为完成"
    width={440}
    onClose={onClose}
  >
    <p>{what}</p>
    <Field name="word" placeholder="怎么完成的，可以不填" autoFocus />
  </EditModal>
)
