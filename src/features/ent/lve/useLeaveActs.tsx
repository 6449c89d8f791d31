import { permissions } from '#contract/access.ts'
import { LeaveState } from '#domain/leaves/leaves.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { lve } from './lve.contract.ts'

export type Row = Out<typeof lve.getpage>['datas'][number]
type Named = Pick<Row, 'lveNo' | 'name' | 'who' | 'stt' | 'leftTm' | 'backTm'>

/** Tells whether the caller sees the leaves of employees. */
export const useSeesStaff = () => useMay()({ access: permissions('emp').edit })

/** Returns the acts on a leave in its state, the most likely first, with their windows. */
export function useLeaveActs() {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const back = useSend(lve.back, { said: () => '已登记返校' })
  const cut = useSend(lve.cut, { said: () => '已销假' })

  const letOut = ({ lveNo, name }: Named) =>
    show((close) => (
      <FieldsModal
        title={`${name}离校`}
        call={lve.leave}
        send={{ lveNo }}
        okText="登记离校"
        said={`${name}已登记离校`}
        width={440}
        onClose={close}
        fields={['ftchName', 'ftchRelt']}
      />
    ))

  const askCut = ({ lveNo, name, stt }: Named) =>
    ask({
      title: `为${name}销假`,
      touches: stt === LeaveState.ahead ? '这次请假还没有开始，销假后就不再请假。' : '请假到现在为止，后面的时间不再算请假。',
      verb: '销假',
      act: () => cut.mutateAsync({ lveNo }),
    })

  const actsOf = (leave: Named) => {
    const { lveNo, who, stt, leftTm, backTm } = leave
    const isPupil = who === 'stu'
    return [
      isPupil && stt === LeaveState.on && !leftTm && may(lve.leave) && { key: 'leave', label: '离校', act: () => letOut(leave) },
      isPupil && leftTm !== null && !backTm && may(lve.back) && { key: 'back', label: '返校', act: () => back.mutate({ lveNo }) },
      stt !== LeaveState.over && may(lve.cut) && { key: 'cut', label: '销假', act: () => askCut(leave) },
    ].filter((act) => act !== false)
  }
  return {
    firstOf: (leave: Named) => actsOf(leave)[0],
    menuFor: (leave: Named) => menuOf(actsOf(leave).slice(1)),
    dialogs,
  }
}
