import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type * as z from 'zod'
import { useMay } from '#web/api/me.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { Erasure, erasure } from './erasure.contract.ts'

const ErasePerson = lazyWindow(() => import('./ErasePerson.tsx'))

type Line = z.output<typeof Erasure>

/** Draws who was erased: of a person only the number remains. */
export default function ErasureScreen() {
  const may = useMay()
  const list = useListState(erasure.getpage)
  const [erasing, setErasing] = useState(false)
  const erase = may(erasure.create) && (
    <Button type="primary" onClick={() => setErasing(true)}>
      抹除个人信息
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="信息抹除" />
      <PageTable
        call={erasure.getpage}
        list={list}
        rowKey="idntVal"
        search="编号"
        actions={erase}
        empty={{
          hint: '还没有抹除过谁的信息。法律要求，或者本人、监护人提出时，在这里抹除已经离开的人：资料、档案、照片、消息和操作记录里的原值都不再保留，不能撤销。',
          action: erase,
        }}
        filters={
          <CodeFilter
            type="ERS_KIND"
            label="人员类型"
            value={list.filters.ersKind}
            onChange={(ersKind) => list.setFilters({ ersKind })}
          />
        }
        columns={[
          column<Line>(Erasure, 'idntVal', { width: 160, fixed: 'left' }),
          column<Line>(Erasure, 'ersKind', { width: 96 }),
          column<Line>(Erasure, 'askBy', { width: 140 }),
          column<Line>(Erasure, 'nickName', { width: 120 }),
          column<Line>(Erasure, 'crtTm', { width: 160 }),
        ]}
      />
      <Suspense>{erasing && <ErasePerson onClose={() => setErasing(false)} />}</Suspense>
    </div>
  )
}
