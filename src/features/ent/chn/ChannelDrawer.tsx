import { Button, Form, Input, Switch } from 'antd'
import { channels, type ChannelSetting } from '#domain/channels/channels.contract.ts'
import { useSend } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { toast } from '#web/feedback/toast.ts'
import { AppForm } from '#web/form/AppForm.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { chn } from './chn.contract.ts'

type ChannelRow = Out<typeof chn.getlist>[number]
type Values = { useFlag: boolean; conf: Record<string, string>; secrets: Record<string, string> }

/** Draws the settings of one channel; secrets that are kept are not shown, and stay where nothing is written. */
export default function ChannelDrawer({ row, onClose }: { row: ChannelRow; onClose: () => void }) {
  const narrow = useNarrow()
  const { chnKind, kept, ver } = row
  const { name, settings } = channels[chnKind]
  const [form] = Form.useForm<Values>()
  const save = useSend(chn.set)
  const test = useSend(chn.test)
  const written = (): Values => form.getFieldsValue(true)
  const filled = (values: Record<string, string> = {}) => Object.fromEntries(Object.entries(values).filter(([, value]) => value))
  const given = () => ({ chnKind, conf: filled(written().conf), secrets: filled(written().secrets) })
  const submit = (values: Values) =>
    save.mutate({ ...given(), useFlag: values.useFlag ? '1' : '0', ...(ver !== null && { ver }) }, { onSuccess: onClose })
  const tryOut = async () => {
    await form.validateFields()
    test.mutate(given(), { onError: (error) => toast.error(error.message) })
  }
  return (
    <AppDrawer
      open
      className="touch"
      size={narrow ? '100%' : 560}
      title={`设置${name}`}
      onClose={onClose}
      acts={
        <>
          <Button onClick={() => void tryOut().catch(() => {})} loading={test.isPending}>
            测试
          </Button>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </>
      }
    >
      <AppForm<Values>
        form={form}
        layout="vertical"
        autoComplete="off"
        initialValues={{ useFlag: row.useFlag === '1' || ver === null, conf: row.conf, secrets: {} }}
        onFinish={submit}
      >
        <Form.Item name="useFlag" label="启用" valuePropName="checked">
          <Switch />
        </Form.Item>
        {(settings as readonly ChannelSetting[]).map((setting) => (
          <SettingItem key={setting.key} setting={setting} isKept={kept.includes(setting.key)} />
        ))}
        <p className="grey">
          <a href={`/manual/messages.html#${chnKind}`} target="_blank" rel="noreferrer">
            怎样得到这些设置
          </a>
        </p>
      </AppForm>
    </AppDrawer>
  )
}

function SettingItem({ setting, isKept }: { setting: ChannelSetting; isKept: boolean }) {
  const { key, title, hint, isSecret, isOptional, usual, pattern } = setting
  const isRequired = !isOptional && !isKept
  return (
    <Form.Item
      name={[isSecret ? 'secrets' : 'conf', key]}
      label={title}
      extra={hint}
      required={isRequired}
      rules={[
        ...(isRequired ? [{ required: true, whitespace: true, message: `${title}不能为空` }] : []),
        ...(pattern ? [{ pattern, message: `${title}填得不对` }] : []),
      ]}
    >
      {isSecret ? (
        <Input.Password
          autoComplete="new-password"
          maxLength={500}
          placeholder={isKept ? '已保存，不改就留空' : `请输入${title}`}
        />
      ) : (
        <Input maxLength={500} placeholder={usual ?? `请输入${title}`} />
      )}
    </Form.Item>
  )
}
