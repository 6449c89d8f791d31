import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { GuardianFields } from '#features/ent/ptr/facts.panel.tsx'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { query } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { fillFromIdNo } from '#web/form/fillFromIdNo.ts'
import { useMay } from '#web/api/me.tsx'
import { LinkFlags, RelationField } from './LinkFields.tsx'
import { stuptr, type Relation } from './stuptr.contract.ts'
import type * as z from 'zod'

export type Row = z.output<typeof Relation>

/** Describes a row of a child that has a guardian. */
export type LinkedRelation = Row & { ptrNo: string; ptrName: string }

/** Changes a link and, for whoever sees them, the facts of the guardian. */
export function RelationForm({ row, onClose }: { row: LinkedRelation; onClose: () => void }) {
  const may = useMay()
  const { stuNo, ptrNo } = row
  const isPerson = may(ptr.get)
  const { data: person } = useQuery({ ...query(ptr.get, { ptrNo }), enabled: isPerson, staleTime: 0 })
  if (isPerson && !person) return <Spin fullscreen delay={200} />
  const facts = person && {
    ptrName: person.ptrName,
    sex: person.sex,
    idNo: person.idNo,
    brth: person.brth,
    authTel: person.authTel,
  }
  return (
    <EditModal
      title={`修改${row.stuName}的家长${row.ptrName}`}
      call={facts ? stuptr.updatewithptr : stuptr.update}
      record={{ ...row, ...facts }}
      send={{ stuNo, ptrNo }}
      okText="保存"
      onFill={fillFromIdNo}
      onClose={onClose}
    >
      <RelationField stuNo={stuNo} ptrNo={ptrNo} />
      <LinkFlags />
      <Field name="prior" />
      {person && <GuardianFields person={person} />}
      <Field name="rem" />
    </EditModal>
  )
}
