import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Form, Select } from 'antd'
import type * as z from 'zod'
import { entact } from '#features/ecb/entact/entact.contract.ts'
import { query } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { FlagLine } from '#web/form/FlagLine.tsx'
import { useMay } from '#web/api/me.tsx'
import './payitem.css'
import { payitem, type PayItem } from './payitem.contract.ts'

export type PaymentItem = z.output<typeof PayItem>

type Props = { entNo: string; item: PaymentItem | undefined; theme: string | undefined; themes: string[]; onClose: () => void }

/** Makes a payment item, or changes one: what it is, then its flags as sentences. */
export default function PaymentItemForm({ entNo, item, theme, themes, onClose }: Props) {
  const may = useMay()
  const { data: accounts } = useQuery({ ...query(entact.getlist, { entNo, stt: '1' }), enabled: may(entact.getlist) })
  const options = accounts?.map(({ rdx, actName, actNo }) => ({ value: rdx, label: `${rdx} ${actName} ${actNo ?? ''}` })) ?? []
  const isKnown = options.some(({ value }) => value === item?.actRdx)
  const kept = item?.actRdx && !isKnown ? [{ value: item.actRdx, label: `${item.actRdx} ${item.actName ?? ''}` }] : []
  return (
    <EditModal
      title={item ? `修改“${item.itemName}”` : '新建缴费项目'}
      call={item ? payitem.update : payitem.create}
      record={item}
      initial={{ theme }}
      send={item ? { entNo, payItemNo: item.payItemNo } : { entNo }}
      okText={item ? '保存' : '新建'}
      said={item ? `缴费项目“${item.itemName}”已修改` : '缴费项目已添加'}
      width={720}
      words={{ actRdx: (rdx) => [...options, ...kept].find(({ value }) => value === rdx)?.label ?? '' }}
      onClose={onClose}
    >
      <div className="form-grid">
        <Field name="theme">
          <AutoComplete
            options={themes.map((one) => ({ value: one }))}
            showSearch={{ filterOption: (word, option) => String(option?.value).includes(word.trim()) }}
            placeholder="选已有的主题，或输入新的"
            maxLength={30}
          />
        </Field>
        <Field name="itemName" />
        <Field name="amt" />
        <Field name="period" />
        <Field name="actRdx">
          <AccountSelect options={[...kept, ...options]} />
        </Field>
      </div>
      <Flags />
      <Field name="rem" />
    </EditModal>
  )
}

type AccountProps = {
  options: { value: number; label: string }[]
  value?: number | null
  onChange?: (value: number | null) => void
  id?: string
}

const AccountSelect = ({ onChange, ...props }: AccountProps) => (
  <Select
    {...props}
    allowClear
    placeholder="还没有定也可以先不选"
    notFoundContent="没有启用的收款账户"
    onChange={(value: number | undefined) => onChange?.(value ?? null)}
  />
)

function Flags() {
  const form = Form.useFormInstance()
  const isSplit = Form.useWatch('partFlag', form) === '1'
  const isOpen = Form.useWatch('amtEditFlag', form) === '1'
  const clear = (...names: string[]) => form.setFieldsValue(Object.fromEntries(names.map((name) => [name, null])))
  const other = (name: string) => (value: string) => value === '1' && form.setFieldsValue({ [name]: '0' })
  return (
    <div role="group" aria-label="规则" style={{ marginBottom: 16 }}>
      <h3 className="section-title">规则</h3>
      <div className="form-grid">
        <FlagLine name="pubFlag">其他单位可以申请使用这个项目</FlagLine>
        <FlagLine name="editFlag">申请时可以修改项目的内容</FlagLine>
        <FlagLine name="onFlag" onFlag={other('offFlag')}>
          只能线上缴费
        </FlagLine>
        <FlagLine name="offFlag" onFlag={other('onFlag')}>
          只能线下缴费
        </FlagLine>
        <FlagLine name="mustFlag">这个主题的每笔缴费都必须包含它</FlagLine>
        <FlagLine name="signFlag">这个主题里只能选一项</FlagLine>
        <FlagLine name="partFlag" onFlag={(value) => value === '0' && clear('partCnt')}>
          可以分期缴费
        </FlagLine>
        <FlagLine name="amtEditFlag" onFlag={(value) => value === '0' && clear('minAmt', 'maxAmt')}>
          缴费时可以自己填金额
        </FlagLine>
      </div>
      {(isSplit || isOpen) && (
        <div className="flag-numbers">
          {isSplit && <Field name="partCnt" label="最多期数（2 到 24，必填）" placeholder="请输入期数" />}
          {isOpen && (
            <>
              <Field name="minAmt" label="最低金额（元，必填）" placeholder="不超过金额" />
              <Field name="maxAmt" label="最高金额（元，必填）" placeholder="不低于金额" />
            </>
          )}
        </div>
      )}
    </div>
  )
}
