import { useQuery } from '@tanstack/react-query'
import { Button, Form, type FormInstance, Input } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { showFaults } from '#web/form/showFaults.ts'
import { useState } from 'react'
import type * as z from 'zod'
import { explain } from '#contract/explain.ts'
import { OtherAccount, user } from '#contract/shell/user.contract.ts'
import { externalSignIn } from '#features/common/user/externalSignIn.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { type CallError, send } from '#web/api/send.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { toast } from '#web/feedback/toast.ts'
import { formatDate } from '#web/page/format.ts'
import { IdentityLine } from './IdentityLine.tsx'

type Values = z.output<typeof OtherAccount>
type Found = z.output<(typeof user.previewjoin)['output']>

const rule = (field: keyof Values) => ({
  validator: async (_: unknown, value: unknown) => {
    const one = OtherAccount.pick({ [field]: true } as { name: true })
    const parsed = one.safeParse({ [field]: value })
    if (!parsed.success) throw new Error(explain(one, parsed.error)[0]?.message)
  },
})

/** Joins another account of mine: first its password or a code to its phone, then what it is and who made it, then the word. */
export default function JoinAccount({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const [found, setFound] = useState<Found>()
  const [busy, setBusy] = useState(false)
  const join = useSend(user.join)
  const hasCodes = useQuery(query(externalSignIn.getways, {})).data?.codeFlag === '1'
  const complain = (error: unknown) => {
    const { fields, message } = error as CallError
    const own = fields.filter(({ field }) => field in OtherAccount.shape)
    showFaults(form, own.length > 0 ? own : [{ field: 'pwd', message }])
  }
  const look = async (values: Values) => {
    setBusy(true)
    await send(user.previewjoin, given(values)).then(({ result }) => setFound(result), complain)
    setBusy(false)
  }
  const confirm = () =>
    join.mutateAsync(given(form.getFieldsValue(true) as Values)).then(onClose, (error: Error) => {
      setFound(undefined)
      toast.error(error.message)
    })
  return (
    <AppModal
      open
      width={440}
      title="合并另一个账号"
      okText={found ? '合并' : '下一步'}
      okButtonProps={{ danger: found !== undefined }}
      cancelText="取消"
      confirmLoading={busy || join.isPending}
      onOk={() => (found ? void confirm() : form.submit())}
      onCancel={onClose}
    >
      {found && <FoundAccount found={found} />}
      <AppForm form={form} layout="vertical" requiredMark={false} hidden={found !== undefined} onFinish={look}>
        <p className="grey">
          {hasCodes
            ? '请填写你的另一个账号，和它的密码或发到它手机上的验证码；管理员的账号两样都要。合并后留下现在登录的账号。'
            : '请填写你的另一个账号和它的密码。合并后留下现在登录的账号。'}
        </p>
        <Form.Item name="name" label="另一个账号" rules={[rule('name')]}>
          <Input autoFocus autoComplete="off" maxLength={64} placeholder="登录账号、手机或用户编号" />
        </Form.Item>
        <Form.Item name="pwd" label="它的密码" rules={[rule('pwd')]}>
          <Input.Password autoComplete="off" maxLength={200} placeholder="请输入它的密码" />
        </Form.Item>
        {hasCodes && (
          <Form.Item name="code" label="短信验证码" extra="发到那个账号验证过的手机" rules={[rule('code')]}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              placeholder="6 位数字"
              suffix={<CodeButton form={form} />}
            />
          </Form.Item>
        )}
      </AppForm>
    </AppModal>
  )
}

// Leaves out what was not filled in.
const given = ({ name, pwd, code }: Values): Values => ({ name, ...(pwd && { pwd }), ...(code && { code }) })

/** Sends a code to the phone of the account that is named; says so whatever there is, as the server does. */
function CodeButton({ form }: { form: FormInstance<Values> }) {
  const sending = useSend(user.sendjoincode, { quiet: true })
  const name = Form.useWatch('name', form)
  const ask = () =>
    sending.mutateAsync({ name }).catch((error: Error) => showFaults(form, [{ field: 'code', message: error.message }]))
  return (
    <Button type="link" size="small" disabled={!name} loading={sending.isPending} onClick={() => void ask()}>
      {sending.isSuccess ? '重新发送' : '获取验证码'}
    </Button>
  )
}

const FoundAccount = ({ found: { name, nickName, crtName, crtTm, idnts } }: { found: Found }) => (
  <>
    <p>
      账号 <strong>{name}</strong>（{nickName}），{formatDate(crtTm.slice(0, 8))} 由{crtName ?? '系统'}建立。
    </p>
    <ul className="profile-identities">
      {idnts.map((identity) => (
        <li key={`${identity.idntNo} ${identity.entNo}`}>
          <IdentityLine identity={identity} />
        </li>
      ))}
    </ul>
    <p>合并后这些身份归现在的账号；那个账号的登录名、密码随即失效，正在使用它的地方会退出登录。不能撤销。</p>
  </>
)
