import { Button, Typography } from 'antd'
import { AppModal } from '#web/feedback/AppModal.tsx'

type Props = { account: { name: string | null; pwd: string | null }; onClose: () => void }

/** Draws the account that somebody signs in with; an initial password is shown here and nowhere else. */
export function AccountModal({ account: { name, pwd }, onClose }: Props) {
  return (
    <AppModal
      open
      width={440}
      title="登录账号"
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      {pwd ? (
        <>
          <p>初始密码只显示这一次，请现在告诉本人；首次登录须修改。</p>
          <dl className="facts">
            <dt>登录账号</dt>
            <dd>
              <Typography.Text copyable>{name ?? ''}</Typography.Text>，或手机号码
            </dd>
            <dt>初始密码</dt>
            <dd>
              <Typography.Text copyable strong>
                {pwd}
              </Typography.Text>
            </dd>
          </dl>
        </>
      ) : (
        <p>这个手机已有账号{name && ` ${name}`}，本人用原来的密码登录即可。</p>
      )}
    </AppModal>
  )
}
