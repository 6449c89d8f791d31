import type * as z from 'zod'
import { VisitState } from '#domain/visits/visits.contract.ts'
import { useNotify } from '#domain/messages/composer.web.ts'
import { useSend } from '#web/api/api.ts'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { usePreference } from '#web/api/preference.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { type Visit, vst } from './vst.contract.ts'

export type Row = z.output<typeof Visit>
type Named = Pick<Row, 'vstNo' | 'vstName' | 'stt' | 'toEmpNo'>

/** Returns the gate at which this person sits, once they have chosen it. */
export const useGate = () => usePreference('gate', '')

/** Returns the actions on a visit in its state, the most likely first, with their dialogs. */
export function useVisitActions() {
  const may = useMay()
  const notify = useNotify()
  const [gate] = useGate()
  const { show, ask, dialogs } = useDialogs()
  const pass = useSend(vst.pass, { said: () => '已同意来访' })
  const cancel = useSend(vst.cancel, { said: () => '来访已取消' })
  const arrive = useSend(vst.arrive, { said: (_, { vstName }) => `${vstName}已登记到访` })
  const leave = useSend(vst.leave, { said: (_, { vstName }) => `${vstName}已登记离开` })

  const askCancel = ({ vstNo, vstName }: Named) =>
    ask({
      title: `取消“${vstName}”的来访`,
      touches: '取消后入校码失效。访客在自己的页面上会看到已取消。',
      verb: '取消来访',
      act: () => cancel.mutateAsync({ vstNo }),
    })

  const refuse = ({ vstNo, vstName }: Named) =>
    show((close) => (
      <FieldsModal
        title={`拒绝“${vstName}”的来访`}
        call={vst.reject}
        send={{ vstNo }}
        okText="拒绝"
        said="已拒绝来访"
        width={440}
        onClose={close}
        fields={['answer']}
      />
    ))

  const actsOf = (visit: Named) => {
    const { vstNo, stt } = visit
    const at = { vstNo, ...(gate && { gate }) }
    const waits = stt === VisitState.waiting
    const agreed = stt === VisitState.agreed
    return [
      waits && may(vst.pass) && { key: 'pass', label: '同意', act: () => pass.mutate({ vstNo }) },
      agreed && may(vst.arrive) && { key: 'arrive', label: '登记到访', act: () => arrive.mutate(at) },
      stt === VisitState.inside && may(vst.leave) && { key: 'leave', label: '登记离开', act: () => leave.mutate(at) },
      waits && may(vst.reject) && { key: 'reject', label: '拒绝', act: () => refuse(visit) },
      (waits || agreed) && may(vst.cancel) && { key: 'cancel', label: '取消来访', danger: true, act: () => askCancel(visit) },
    ].filter((act) => act !== false)
  }

  return {
    firstOf: (visit: Named) => actsOf(visit)[0],
    // Writes to the host.
    menuOf: (visit: Named) => menuOf([...actsOf(visit).slice(1), notify('emp', [visit.toEmpNo], `访客：${visit.vstName}`)]),
    dialogs,
  }
}
