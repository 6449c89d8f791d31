import { Button, Typography } from 'antd'
import { Fragment } from 'react'
import { FactList } from '#web/page/FactList.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'

type Props = { account: { name: string; pwd: string }; onClose: () => void }

/** Draws a new account; its initial password is shown here and nowhere else. */
export default function AccountModal({ account: { name, pwd }, onClose }: Props) {
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
      <p>初始密码只显示这一次，请现在告诉本人；首次登录须修改。</p>
      <FactList
        items={[
          [
            '登录账号',
            <Fragment key="name">
              <Typography.Text copyable>{name}</Typography.Text>，或手机号码
            </Fragment>,
          ],
          [
            '初始密码',
            <Typography.Text key="pwd" copyable strong>
              {pwd}
            </Typography.Text>,
          ],
        ]}
      />
    </AppModal>
  )
}
