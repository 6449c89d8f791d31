import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'

type Props = { empNos: string[]; onDone: () => void; onClose: () => void }

/** Puts employees into a group. */
export function JoinGroup({ empNos, onDone, onClose }: Props) {
  const [grpNo, setGrpNo] = useState<string>()
  const { data: groups = [] } = useQuery(query(empgrp.getlist, { stt: Status.enabled }))
  const add = useSend(empgrp.creatembr, { said: () => `已把 ${formatCount(empNos.length)} 名员工加入员工组` })
  const join = () =>
    grpNo &&
    add.mutate(
      { grpNo, empNos },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
      },
    )
  return (
    <AppModal
      open
      width={440}
      title={`把 ${formatCount(empNos.length)} 名员工加入员工组`}
      okText="加入"
      okButtonProps={{ disabled: !grpNo }}
      cancelText="取消"
      confirmLoading={add.isPending}
      onOk={join}
      onCancel={onClose}
    >
      <Select
        autoFocus
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="请选择员工组"
        aria-label="员工组"
        value={grpNo ?? null}
        onChange={setGrpNo}
        options={groups.map((group) => ({ value: group.grpNo, label: group.grpName }))}
      />
    </AppModal>
  )
}
