import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { user } from '#contract/shell/user.contract.ts'
import { externalSignIn } from '#features/common/user/externalSignIn.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'

/** Verifies one's own phone by a code, where codes can be sent; nothing while acting as somebody else. */
export function VerifyPhone({ authTel }: { authTel: string }) {
  const me = useMe()
  const ways = useQuery(query(externalSignIn.getways, {}))
  const [open, setOpen] = useState(false)
  const sending = useSend(user.sendtelcode, { quiet: true })
  if (me.imitUserNo || ways.data?.codeFlag !== '1') return null
  return (
    <>
      <Button type="link" loading={sending.isPending} onClick={() => setOpen(true)}>
        验证
      </Button>
      {open && (
        <EditModal
          call={user.verifytel}
          send={{}}
          title="验证登录手机"
          okText="验证"
          said="登录手机已验证"
          width={440}
          onClose={() => setOpen(false)}
        >
          <p className="grey">验证后可以用短信验证码登录，忘记密码时也能自己重设。</p>
          <p>
            {authTel}{' '}
            <Button size="small" loading={sending.isPending} onClick={() => sending.mutate({})}>
              {sending.isSuccess ? '重新发送' : '获取验证码'}
            </Button>
            {sending.error && (
              <span className="bad-text" role="alert">
                {' '}
                {sending.error.message}
              </span>
            )}
          </p>
          <Field name="code" autoFocus>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={20} placeholder="6 位数字" />
          </Field>
        </EditModal>
      )}
    </>
  )
}
