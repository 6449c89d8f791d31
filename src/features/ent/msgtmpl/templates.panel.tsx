import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input } from 'antd'
import { permissions } from '#contract/access.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { In, Out } from '#web/api/send.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { AppForm } from '#web/form/AppForm.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { msgtmpl } from './msgtmpl.contract.ts'

type Template = Out<typeof msgtmpl.getlist>[number]
/** Describes what of a message a template holds. */
export type TemplateText = Pick<In<typeof msgtmpl.create>, 'title' | 'body' | 'msgCls' | 'need' | 'choices'>

type Props = {
  /** Returns what is written, to be kept. */
  written: () => TemplateText
  onTake: (text: TemplateText) => void
}

/** Offers the texts that are kept, and keeps the one that is being written. */
export default function TemplatesMenu({ written, onTake }: Props) {
  const { data = [] } = useQuery(query(msgtmpl.getlist, {}))
  const { show, dialogs } = useDialogs()
  const take = ({ title, body, msgCls, need, choices }: Template) => onTake({ title, body, msgCls, need, choices })
  return (
    <>
      <MenuButton
        menu={menuOf([
          ...data.map((template) => ({ key: template.tmplNo, label: template.tmplName, act: () => take(template) })),
          {
            key: 'keep',
            label: '把这条存为模板…',
            act: () => show((close) => <KeepTemplate text={written()} onClose={close} />),
          },
          data.some(({ mineFlag }) => mineFlag === '1') && {
            key: 'manage',
            label: '删除模板…',
            act: () => show((close) => <RemoveTemplates onClose={close} />),
          },
        ])}
      >
        模板
      </MenuButton>
      {dialogs}
    </>
  )
}

function KeepTemplate({ text, onClose }: { text: TemplateText; onClose: () => void }) {
  const may = useMay()
  const [form] = Form.useForm<{ tmplName: string; isShared?: boolean }>()
  const create = useSend(msgtmpl.create)
  return (
    <AppModal open title="存为模板" okText="保存" confirmLoading={create.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <AppForm<{ tmplName: string; isShared?: boolean }>
        form={form}
        layout="vertical"
        initialValues={{ tmplName: text.title }}
        onFinish={({ tmplName, isShared }) =>
          create.mutate({ ...text, tmplName, shareFlag: isShared ? '1' : '0' }, { onSuccess: onClose })
        }
      >
        {!text.title && <p className="grey">还没有写标题，模板要有标题。</p>}
        <Form.Item name="tmplName" label="模板名称" rules={[{ required: true, whitespace: true, message: '模板名称不能为空' }]}>
          <Input maxLength={40} placeholder="如：放学提前" />
        </Form.Item>
        {may({ access: permissions('msg').review }) && (
          <Form.Item name="isShared" valuePropName="checked" noStyle>
            <Checkbox>全单位都可以用</Checkbox>
          </Form.Item>
        )}
      </AppForm>
    </AppModal>
  )
}

function RemoveTemplates({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuery(query(msgtmpl.getlist, {}))
  const remove = useSend(msgtmpl.delete)
  const own = data.filter(({ mineFlag }) => mineFlag === '1')
  return (
    <AppModal open title="删除模板" footer={null} onCancel={onClose}>
      {own.length === 0 && <EmptyState hint="没有可以删除的模板" />}
      <ul className="plain-rows">
        {own.map(({ tmplNo, tmplName, shareFlag, ver }) => (
          <li key={tmplNo} className="spread">
            <span>
              {tmplName} {shareFlag === '1' && <span className="grey">全单位可用</span>}
            </span>
            <Button type="link" danger size="small" onClick={() => remove.mutate({ tmplNo, ver })}>
              删除
            </Button>
          </li>
        ))}
      </ul>
    </AppModal>
  )
}
