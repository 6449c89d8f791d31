import { Button } from 'antd'
import { useState } from 'react'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { pref } from './pref.contract.ts'

/** Draws the address that mail goes to, and its change. */
export function MailWish({ mail, isFixed }: { mail: string | null; isFixed: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <p>
      接收邮箱：{mail ?? '还没有写'}{' '}
      {!isFixed && (
        <Button type="link" size="small" className="profile-link" onClick={() => setOpen(true)}>
          修改接收邮箱
        </Button>
      )}
      {open && (
        <EditModal
          call={pref.set}
          send={{}}
          record={{ mail }}
          title="修改接收邮箱"
          okText="保存"
          said="接收邮箱已保存"
          width={440}
          onClose={() => setOpen(false)}
        >
          <p className="grey">本单位启用了邮件的，消息也发到这里；留空就不发。</p>
          <Field name="mail" autoFocus />
        </EditModal>
      )}
    </p>
  )
}
