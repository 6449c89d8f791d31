import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Select } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { useState } from 'react'
import type * as z from 'zod'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { CodeInput } from '#web/form/inputs/CodeInput.tsx'
import { useMe } from '#web/api/me.tsx'
import { actionName } from '#domain/rights/rightsMatrix.web.ts'
import { useClosing } from '#web/feedback/useClosing.tsx'
import { emppwr, type Exception, type SourceNode } from './emppwr.contract.ts'

type Line = z.output<typeof Exception>
type Values = { mdlCode: string; pwrNos: string[]; addDelFlag: '1' | '2' }
type Props = { lines?: Line[]; modules?: SourceNode[]; onClose: () => void }

const flat = (nodes: readonly SourceNode[]): SourceNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])

/** Adds or takes away actions of one module: for several people at once, or anew for the one whose exceptions are given. */
export function ExceptionModal({ lines, modules, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const { idntVal } = useMe()
  const [people, setPeople] = useState<{ empNo: string; empName: string }[]>([])
  const [picking, setPicking] = useState(false)
  // Reads the modules from anybody's tree: every enterprise has one set of them.
  const { data: read } = useQuery({ ...query(emppwr.getmdltree, { empNo: idntVal }), enabled: !modules })
  const known = flat(modules ?? read ?? []).filter(({ func }) => func !== '')
  const mdlCode = Form.useWatch('mdlCode', form) ?? lines?.[0]?.mdlCode
  const codes = known.find((one) => one.mdlCode === mdlCode)?.func.split(',') ?? []
  const create = useSend(emppwr.createmdlemppwr)
  const update = useSend(emppwr.updatemdlemppwr)
  const [first] = lines ?? []
  const [touched, setTouched] = useState(false)
  const closing = useClosing(touched || people.length > 0, onClose)
  const save = (values: Values) => {
    const sending = first
      ? update.mutateAsync({ ...values, mdlCode: first.mdlCode, empNos: [first.empNo] })
      : create.mutateAsync({ ...values, empNos: people.map(({ empNo }) => empNo) })
    void sending.then(onClose, () => {})
  }
  return (
    <>
      <AppModal
        open={!picking}
        width={560}
        title={first ? `“${first.empName}”在“${first.mdlName}”的例外` : '给多人增减一项权限'}
        okText="保存"
        cancelText="取消"
        okButtonProps={{ disabled: !first && people.length === 0 }}
        confirmLoading={create.isPending || update.isPending}
        onOk={() => form.submit()}
        onCancel={closing.close}
      >
        <AppForm
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{
            mdlCode: first?.mdlCode,
            addDelFlag: first?.addDelFlag ?? '2',
            pwrNos: (lines ?? []).filter(({ addDelFlag }) => addDelFlag === first?.addDelFlag).map(({ pwrNo }) => pwrNo),
          }}
          onFinish={save}
          onValuesChange={() => setTouched(true)}
        >
          {!first && (
            <Form.Item label="员工">
              <Button onClick={() => setPicking(true)}>{chosenWords(people)}</Button>
            </Form.Item>
          )}
          {!first && (
            <Form.Item name="mdlCode" label="模块" rules={[{ required: true, message: '请选择模块' }]}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="请选择模块"
                options={known.map((one) => ({ value: one.mdlCode, label: one.mdlName }))}
                onChange={() => form.setFieldValue('pwrNos', [])}
              />
            </Form.Item>
          )}
          <Form.Item name="addDelFlag" label="增加还是去除" extra="去除优先于所有角色。">
            <CodeInput typeCode="ADD_DEL" only={['1', '2']} />
          </Form.Item>
          <Form.Item name="pwrNos" label="操作" rules={[{ required: true, message: '请至少勾选一项操作' }]}>
            <Checkbox.Group options={codes.map((code) => ({ value: code, label: actionName(code) }))} />
          </Form.Item>
        </AppForm>
      </AppModal>
      {picking && (
        <EmployeePicker
          title="选择员工"
          verb="选择"
          taken={new Set(people.map(({ empNo }) => empNo))}
          onClose={() => setPicking(false)}
          onPick={async (_, chosen) => setPeople([...people, ...chosen])}
        />
      )}
      {closing.dialog}
    </>
  )
}

const chosenWords = (people: readonly { empName: string }[]) => {
  const names = people.slice(0, 3).map(({ empName }) => empName)
  return people.length === 0 ? '选择员工' : `已选 ${people.length} 人：${names.join('、')}`
}
