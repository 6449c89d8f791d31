import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '#web/api/api.ts'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { catalogueInfo } from './info.contract.ts'
import { TypeList } from './types.picker.tsx'
import { TypeWork } from './TypeWork.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const TypeForm = lazyWindow(() => import('./TypeForm.tsx'))

/** Draws the dictionaries at the left, the values of the chosen one at the right. */
export default function InfoScreen() {
  const may = useMay()
  const list = useListState(catalogueInfo.getpage)
  const [word, setWord] = useState('')
  const [making, setMaking] = useState(false)
  const { data: types, error, refetch } = useQuery(query(catalogueInfo.gettypelist, { keyWord: word }))
  const shown =
    types?.find(({ typeCode }) => typeCode === list.filters.typeCode) ??
    types?.find(({ fixFlag }) => fixFlag === '0') ??
    types?.[0]
  const choose = (typeCode: string) => {
    list.look('')
    list.setFilters({ typeCode, showFlag: undefined, stt: undefined })
  }
  return (
    <div className="page touch">
      <PageHead title="信息字典">
        {types && <span className="grey">共 {formatCount(types.length)} 个类型</span>}
        {may(catalogueInfo.createtype) && (
          <span className="end">
            <Button type="primary" icon={<Plus />} onClick={() => setMaking(true)}>
              新建类型
            </Button>
          </span>
        )}
      </PageHead>
      {error && !types ? (
        <ReadFailed message={error.message} onRetry={() => refetch()} />
      ) : (
        <Split
          width={300}
          label={shown?.chnName ?? '选择类型'}
          side={(close) => (
            <div className="stack">
              <div className="page-tools">
                <Keyword value={word} onChange={setWord} placeholder="类型名称或编码" />
              </div>
              {types?.length === 0 ? (
                word ? (
                  <NothingFits onClear={() => setWord('')} />
                ) : (
                  <EmptyState hint="还没有类型" />
                )
              ) : (
                <TypeList
                  types={types ?? []}
                  chosen={shown?.typeCode}
                  onChoose={(typeCode) => {
                    choose(typeCode)
                    close()
                  }}
                />
              )}
            </div>
          )}
        >
          {shown && <TypeWork key={shown.typeCode} type={shown} types={types ?? []} list={list} onChoose={choose} />}
        </Split>
      )}
      {making && <TypeForm onDone={choose} onClose={() => setMaking(false)} />}
    </div>
  )
}
