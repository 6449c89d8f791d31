import { Form } from 'antd'
import type * as z from 'zod'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { LogoInput } from './LogoInput.tsx'
import { entact, type PaymentAccount, PayType } from './entact.contract.ts'

export type PaymentAccountRow = z.output<typeof PaymentAccount>

type Props = { entNo: string; account: PaymentAccountRow | undefined; onClose: () => void }

/** Makes a payment account, or changes one. */
export default function AccountForm({ entNo, account, onClose }: Props) {
  return (
    <EditModal
      title={account ? `修改“${account.actName}”` : '新建收款账户'}
      call={account ? entact.update : entact.create}
      record={account}
      send={account ? { entNo, rdx: account.rdx } : { entNo }}
      okText={account ? '保存' : '新建'}
      said={account ? `收款账户“${account.actName}”已修改` : '收款账户已添加'}
      onClose={onClose}
    >
      <div className="form-grid">
        <Field name="payType" />
        <Field name="actName" />
        <Field name="actNo" />
        <BankField />
      </div>
      <Field name="logoPath">
        <LogoInput entNo={entNo} />
      </Field>
      <Field name="rem" />
    </EditModal>
  )
}

function BankField() {
  const form = Form.useFormInstance()
  const isBank = Form.useWatch('payType', form) === PayType.bank
  return <Field name="opnBank" label={isBank ? '开户行（必填）' : '开户行'} />
}
