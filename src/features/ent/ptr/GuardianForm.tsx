import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { fillFromIdNo } from '#web/form/fillFromIdNo.ts'
import { GuardianFields } from './facts.panel.tsx'
import { HolderCard, useHolder } from './holder.panel.tsx'
import { ptr } from './ptr.contract.ts'

/** Creates a guardian without a child yet, or changes one. */
export function GuardianForm({ ptrNo, onClose }: { ptrNo?: string | undefined; onClose: () => void }) {
  const { data: record } = useQuery({ ...query(ptr.get, { ptrNo: ptrNo ?? '' }), enabled: ptrNo !== undefined, staleTime: 0 })
  if (ptrNo && !record) return null
  return (
    <EditModal
      title={record ? `修改${record.ptrName}` : '新建家长'}
      call={record ? ptr.update : ptr.create}
      record={record}
      send={record ? { ptrNo: record.ptrNo } : {}}
      okText={record ? '保存' : '新建'}
      onFill={fillFromIdNo}
      onClose={onClose}
    >
      <GuardianFields person={record} autoFocus />
      <Known except={ptrNo} />
      <Field name="rem" />
    </EditModal>
  )
}

function Known({ except }: { except: string | undefined }) {
  const holder = useHolder()
  if (!holder || holder.ptrNo === except) return null
  return (
    <HolderCard holder={holder}>
      <p>同一个手机或身份证号只登记一位家长，请在列表里找到{holder.ptrName}再改。</p>
    </HolderCard>
  )
}
