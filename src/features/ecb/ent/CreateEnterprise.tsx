import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Radio } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { showFaults } from '#web/form/showFaults.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { mobile, personName } from '#contract/fields.ts'
import AccountModal from '#domain/staff/AccountModal.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { Field, FormContract } from '#web/form/Field.tsx'
import { useFormClosing } from '#web/form/useFormClosing.tsx'
import { useDraft } from '#web/form/useDraft.tsx'
import type { CallError } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { ent } from './ent.contract.ts'
import { EnterpriseField } from './enterprise.picker.tsx'
import { StartModules } from './StartModules.tsx'

/** Describes the form of a new enterprise: itself, and its administrator. */
const NewEnterprise = ent.create.input.omit({ user: true, mdlCodes: true }).extend({
  nickName: personName.meta({ title: '管理员姓名' }),
  authTel: mobile.meta({ title: '管理员手机', masked: false }),
})
type Values = z.input<typeof NewEnterprise>

type Props = { prtNo: string; onClose: () => void }

/** Makes an enterprise together with its first administrator, whose password is shown once; then its page opens. */
export default function CreateEnterprise({ prtNo, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const above = Form.useWatch('prtNo', form) ?? prtNo
  const { data: identities = [] } = useQuery(query(ent.getidnt, { entNo: above }))
  const idntNo = Form.useWatch('idntNo', form)
  const [modules, setModules] = useState<string[]>()
  const [made, setMade] = useState<{ entNo: string; name: string; pwd: string }>()
  // Proposes a school, the most frequent identity.
  const first = identities.find((one) => one.idntNo === '030') ?? identities[0]
  useEffect(() => {
    if (first && !form.getFieldValue('idntNo')) form.setFieldsValue({ idntNo: first.idntNo })
  }, [first, form])
  const draft = useDraft({
    path: ent.create.path,
    contract: NewEnterprise,
    numbers: {},
    form,
    start: { prtNo, stt: '1', idntNo: first?.idntNo },
  })
  const closing = useFormClosing(draft, onClose)
  const making = useSend(ent.create, { quiet: true })

  const submit = async ({ nickName, authTel, ...facts }: Values) => {
    try {
      const { result } = await making.mutateAsync({
        ...facts,
        user: { nickName, authTel },
        ...(modules && { mdlCodes: modules }),
      })
      draft.drop()
      const { name, pwd } = result.user
      if (name && pwd) setMade({ entNo: result.entNo, name, pwd })
    } catch (error) {
      const { fields, message } = error as CallError
      const known = fields.filter(({ field }) => field in NewEnterprise.shape)
      showFaults(form, known)
      if (known.length === 0) toast.error(message)
    }
  }
  const open = () => {
    onClose()
    if (made) navigate(`/ecb/ent/${made.entNo}`)
  }
  if (made) return <AccountModal account={made} onClose={open} />
  return (
    <>
      <AppModal
        open
        width={640}
        title="新建企业"
        okText="新建"
        cancelText="取消"
        confirmLoading={making.isPending}
        onOk={() => form.submit()}
        onCancel={closing.close}
      >
        <FormContract value={NewEnterprise}>
          <AppForm
            form={form}
            name="enterprise"
            layout="vertical"
            initialValues={{ prtNo, stt: '1' }}
            onFinish={submit}
            onValuesChange={(changed) => {
              // Resets dependent fields: another place may hold other identities; another identity begins with other modules.
              if ('prtNo' in changed) form.resetFields(['idntNo'])
              if ('prtNo' in changed || 'idntNo' in changed) setModules(undefined)
            }}
            autoComplete="off"
          >
            {draft.line(() => form.resetFields())}
            <Field name="entName" autoFocus />
            <Field name="prtNo">
              <EnterpriseField />
            </Field>
            <Field name="idntNo">
              <Radio.Group options={identities.map((one) => ({ value: one.idntNo, label: one.idntName }))} />
            </Field>
            <div className="form-grid">
              <Field name="linkTel" />
              <Field name="linkMan" />
              <Field name="selfNo" label={idntNo === '030' ? '学校标识码' : '自编号'} />
              <Field name="stt" />
            </div>
            <h3>管理员</h3>
            <div className="form-grid">
              <Field name="nickName" />
              <Field name="authTel" />
            </div>
            <p className="grey field-hint">手机已有账号的，用原来的密码登录；没有的，新建后显示一次初始密码。</p>
            {idntNo && (
              <>
                <Checkbox checked={modules === undefined} onChange={({ target }) => setModules(target.checked ? undefined : [])}>
                  开通这种身份的全部模块
                </Checkbox>
                {modules && <StartModules idntNo={idntNo} value={modules} onChange={setModules} />}
              </>
            )}
            <button type="submit" className="unseen" tabIndex={-1} aria-hidden>
              新建
            </button>
          </AppForm>
        </FormContract>
      </AppModal>
      {closing.dialog}
    </>
  )
}
