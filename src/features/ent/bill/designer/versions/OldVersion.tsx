import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { bill } from '../../bill.contract.ts'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { type Design, designedOf } from '../useDesign.tsx'

type Props = { design: Design; verNo: number; onClose: () => void }

/** Draws a published version: records that were written with it look like this. */
export function OldVersion({ design, verNo, onClose }: Props) {
  const sources = useFormSources()
  const { data, error, refetch } = useQuery(query(bill.gettmpl, { tmplNo: design.template.tmplNo, verNo }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  return (
    <>
      <div className="designer-banner">
        <span>正在查看版本 {verNo}，已发布的版本不能修改。</span>
        <Button onClick={onClose}>回到草稿</Button>
        {design.isOpen && (
          <Button
            onClick={() => {
              design.replace(designedOf(data))
              onClose()
            }}
          >
            用它作草稿
          </Button>
        )}
      </div>
      <div className="designer-old">
        <FormFill columns={data.billClmns} values={emptyValues(data.billClmns)} onChange={() => {}} sources={sources} readOnly />
      </div>
    </>
  )
}
