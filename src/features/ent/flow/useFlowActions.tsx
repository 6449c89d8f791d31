import { useNavigate } from 'react-router'
import { FlowState } from '#domain/approvals/approvals.contract.ts'
import { FormInput } from '#features/ent/bill/forms.picker.tsx'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatCount } from '#web/page/format.ts'
import { flow } from './flow.contract.ts'

export type Row = Out<typeof flow.getpage>['datas'][number]

export const pathOf = (flowNo: string) => `/ent/flow/${flowNo}`

/** Returns the actions on flows with their dialogs. */
export function useFlowActions(onGone?: () => void) {
  const may = useMay()
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
  const set = useSend(flow.setstt, { said: ({ stt }) => (stt === FlowState.stopped ? '审批流程已停用' : '审批流程已启用') })
  const remove = useSend(flow.delete, { said: () => '审批流程已删除' })

  const create = () =>
    show((close) => (
      <EditModal
        title="新建流程"
        call={flow.create}
        send={{}}
        okText="新建"
        onClose={close}
        onDone={({ flowNo }) => void navigate(pathOf(flowNo))}
      >
        <Field name="tmplNo" isNeeded>
          <FormInput autoFocus />
        </Field>
        <Field name="flowName" placeholder="如：教职工请假审批" />
        <Field name="des" />
      </EditModal>
    ))
  const edit = (row: Row) =>
    show((close) => (
      <EditModal
        title={`修改“${row.flowName}”`}
        call={flow.update}
        record={row}
        send={{ flowNo: row.flowNo }}
        okText="保存"
        said={`审批流程“${row.flowName}”已修改`}
        onClose={close}
      >
        <Field name="flowName" autoFocus />
        {row.verNo === null && (
          <Field name="tmplNo" isNeeded>
            <FormInput />
          </Field>
        )}
        <Field name="des" />
      </EditModal>
    ))
  const setState = ({ flowNo, flowName, ver, stt, openCnt }: Row) => {
    if (stt === FlowState.stopped) return set.mutate({ flowNo, ver, stt: FlowState.published })
    ask({
      title: `停用“${flowName}”`,
      touches: `停用后不能再用它发起申请${openCnt > 0 ? `，正在审批的 ${formatCount(openCnt)} 个照常办完` : ''}。可以再启用。`,
      verb: '停用',
      act: () => set.mutateAsync({ flowNo, ver, stt: FlowState.stopped }),
    })
  }
  const askRemove = ({ flowNo, flowName, ver, verNo }: Row) =>
    ask({
      title: `删除“${flowName}”`,
      touches:
        verNo === null ? '还没有发布过。删除后可以撤销。' : '以前的申请和审批记录都保留，只是不能再用它发起。删除后可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ flowNo, ver }, { onSuccess: () => onGone?.() }),
    })
  const actsOf = (row: Row) => [
    may(flow.update) && { key: 'edit', label: '修改', act: () => edit(row) },
    may(flow.setstt) &&
      row.stt !== FlowState.draft && {
        key: 'state',
        label: row.stt === FlowState.stopped ? '启用' : '停用',
        act: () => setState(row),
      },
    may(flow.delete) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(row) },
  ]
  return {
    create: may(flow.create) ? create : undefined,
    actsOf,
    menuOf: (row: Row) => menuOf(actsOf(row)),
    show,
    ask,
    dialogs,
  }
}
