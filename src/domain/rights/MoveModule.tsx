import { Form, Select } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'

type Props = {
  name: string
  from: string | null
  groups: { mdlCode: string; mdlName: string }[]
  /** Tells whether it may stand at the top. */
  toTop: boolean
  onMove: (to: string | null) => void
  onClose: () => void
}

const top = ''

/** Asks under which group a module shall lie. */
export function MoveModule({ name, from, groups, toTop, onMove, onClose }: Props) {
  const [to, setTo] = useState(from ?? top)
  const options = [
    ...(toTop ? [{ value: top, label: '最上一级' }] : []),
    ...groups.map(({ mdlCode, mdlName }) => ({ value: mdlCode, label: mdlName })),
  ]
  return (
    <AppModal
      open
      width={440}
      title={`移动“${name}”`}
      okText="移动"
      okButtonProps={{ disabled: to === (from ?? top) }}
      cancelText="取消"
      onOk={() => onMove(to || null)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="移到哪个分组" htmlFor="move-module">
          <Select id="move-module" options={options} value={to} onChange={setTo} />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
