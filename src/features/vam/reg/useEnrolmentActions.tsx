import { Button } from 'antd'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { useSend } from '#web/api/api.ts'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import type { Out } from '#web/api/send.ts'
import { reg } from './reg.contract.ts'

export type Row = Out<typeof reg.getpage>['datas'][number]
/** Describes what a menu needs of an enrolment. */
export type ActionableEnrolment = Pick<Row, 'regNo' | 'name' | 'stt' | 'editFlag' | 'payName' | 'payFlag' | 'signTm'>

const { reviewing, taken, waiting } = EnrolState

/** Returns the actions on enrolments: one by one, and several that are ticked. */
export function useEnrolmentActions() {
  const may = useMay()
  const { show, dialogs } = useDialogs()
  const count = ({ regNos }: { regNos?: string[] | undefined }) => `${formatCount(regNos?.length ?? 1)} 个报名`
  const pass = useSend(reg.setpass, { said: (input) => `已同意 ${count(input)}` })
  const place = useSend(reg.setplace, { said: (input) => `${count(input)}已转正` })
  const sign = useSend(reg.setsign, { said: (_, { name }) => `${name}已登记` })
  const pay = useSend(reg.setpaid, { said: (input) => `${count(input)}已登记` })

  const refuse = (regNos: string[], title: string, clear?: () => void) =>
    show((close) => (
      <FieldsModal
        title={title}
        call={reg.setreject}
        send={{ regNos }}
        okText="驳回"
        said={`已驳回 ${count({ regNos })}`}
        width={440}
        onClose={close}
        onDone={() => clear?.()}
        fields={['answer']}
      />
    ))

  const actsOf = ({ regNo, name, stt, editFlag, payName, payFlag, signTm }: ActionableEnrolment) => {
    if (editFlag !== '1') return []
    const regNos = [regNo]
    const isLive = stt === reviewing || stt === taken || stt === waiting
    return [
      stt === reviewing && may(reg.setpass) && { key: 'pass', label: '同意', act: () => pass.mutate({ regNos }) },
      stt === waiting && may(reg.setplace) && { key: 'place', label: '转正', act: () => place.mutate({ regNos }) },
      stt === taken &&
        may(reg.setsign) && {
          key: 'sign',
          label: signTm ? '取消签到' : '签到',
          act: () => sign.mutate({ regNos, signFlag: signTm ? '0' : '1' }),
        },
      payName !== null &&
        isLive &&
        may(reg.setpaid) && {
          key: 'pay',
          label: payFlag === '1' ? '改为未缴' : '登记缴费',
          act: () => pay.mutate({ regNos, payFlag: payFlag === '1' ? '0' : '1' }),
        },
      isLive &&
        may(reg.setreject) && {
          key: 'reject',
          label: '驳回',
          danger: true,
          act: () => refuse(regNos, `驳回${name}的报名`),
        },
    ].filter((act) => act !== false)
  }

  const bulk = (regNos: string[], clear: () => void) => (
    <>
      {may(reg.setpass) && <Button onClick={() => pass.mutate({ regNos }, { onSuccess: clear })}>同意</Button>}
      {may(reg.setplace) && <Button onClick={() => place.mutate({ regNos }, { onSuccess: clear })}>转正</Button>}
      {may(reg.setsign) && <Button onClick={() => sign.mutate({ regNos, signFlag: '1' }, { onSuccess: clear })}>签到</Button>}
      {may(reg.setpaid) && <Button onClick={() => pay.mutate({ regNos, payFlag: '1' }, { onSuccess: clear })}>登记缴费</Button>}
      {may(reg.setreject) && (
        <Button danger onClick={() => refuse(regNos, `驳回 ${formatCount(regNos.length)} 个报名`, clear)}>
          驳回
        </Button>
      )}
    </>
  )

  return {
    firstOf: (row: ActionableEnrolment) => actsOf(row)[0],
    menuFor: (row: ActionableEnrolment) => menuOf(actsOf(row)),
    bulk,
    dialogs,
  }
}
