import { Button, Input } from 'antd'
import { useState } from 'react'
import { user } from '#contract/shell/user.contract.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { useMe } from '#web/api/me.tsx'
import { VerifyPhone } from './VerifyPhone.tsx'

/** Draws the phone that one signs in with, and its change by the holder alone, after the password. */
export function LoginPhone({ authTel, telFlag }: { authTel: string | null; telFlag: string }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  return (
    <span className="masked profile-phone">
      <span>{authTel ?? '–'}</span>
      {authTel && <span className={telFlag === '1' ? 'tag ok' : 'tag off'}>{telFlag === '1' ? '已验证' : '未验证'}</span>}
      {authTel && telFlag !== '1' && <VerifyPhone authTel={authTel} />}
      {!me.imitUserNo && (
        <Button type="link" onClick={() => setOpen(true)}>
          修改登录手机
        </Button>
      )}
      {open && (
        <EditModal
          call={user.updatetel}
          send={{}}
          title="修改登录手机"
          okText="修改"
          said="登录手机已修改"
          width={440}
          onClose={() => setOpen(false)}
        >
          <p className="grey">改后用新手机和原来的密码登录。各单位登记的联系手机不随之改变。</p>
          <Field name="authTel" autoFocus />
          <Field name="pwd">
            <Input.Password autoComplete="current-password" maxLength={200} placeholder="请输入现在的登录密码" />
          </Field>
        </EditModal>
      )}
    </span>
  )
}
