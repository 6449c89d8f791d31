import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { PersonList, usePersonName } from '#features/ent/emp/person.picker.tsx'
import { query } from '#web/api/api.ts'
import { ChooseFirst } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { emppwr } from './emppwr.contract.ts'
import { ExceptionModal } from './ExceptionModal.tsx'
import { PersonExceptions } from './PersonExceptions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws what single people may do besides, or less than, what their roles grant. */
export default function ExceptionScreen() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const { data: exceptions = [] } = useQuery(query(emppwr.getlist, {}))
  // Lists people with exceptions first.
  const first = [...new Map(exceptions.map((one) => [one.empNo, one])).values()]
  const chosen = params.get('empNo') ?? first[0]?.empNo
  const name = usePersonName(chosen)
  const { leave, dialog } = useLeaving()
  return (
    <div className="page touch">
      <PageHead title="个人权限调整">
        <span className="grey">{first.length > 0 && `${first.length} 人有例外`}</span>
        {may(emppwr.createmdlemppwr) && (
          <Button style={{ marginInlineStart: 'auto' }} onClick={() => setAdding(true)}>
            给多人增减
          </Button>
        )}
      </PageHead>
      <Split
        width={260}
        label={first.find(({ empNo }) => empNo === chosen)?.empName ?? name}
        side={(close) => (
          <PersonList
            chosen={chosen}
            first={first}
            onChoose={(empNo) =>
              leave(() => {
                setParams({ empNo }, { replace: true })
                close()
              })
            }
          />
        )}
      >
        {chosen ? (
          <PersonExceptions key={chosen} empNo={chosen} exceptions={exceptions.filter(({ empNo }) => empNo === chosen)} />
        ) : (
          <ChooseFirst hint="还没有个人权限调整。先选择员工，再点一下格子，就能增加或去除一项操作" />
        )}
      </Split>
      {adding && <ExceptionModal onClose={() => setAdding(false)} />}
      {dialog}
    </div>
  )
}
