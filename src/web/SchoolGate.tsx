import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ComponentType, useId, useSyncExternalStore } from 'react'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { queries, query } from './api.ts'
import { ReadFailed } from './EmptyState.tsx'
import { useMe } from './me.tsx'
import { lookAt, lookedAt, watchSchool } from './school.ts'
import './schoolGate.css'

/** A screen about one school: whoever works above schools chooses first which of them to look at. */
export function ofOneSchool(Screen: ComponentType): ComponentType {
  return function OfOneSchool() {
    const { idntNo } = useMe()
    return idntNo === '030' ? <Screen /> : <SchoolGate Screen={Screen} />
  }
}

function SchoolGate({ Screen }: { Screen: ComponentType }) {
  const id = useId()
  const chosen = useSyncExternalStore(watchSchool, lookedAt)
  const { data: schools, error, refetch } = useQuery(query(ent.getlist, { idntNo: '030', stt: '1' }))
  if (error && !schools) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const school = schools?.find(({ entNo }) => entNo === chosen)
  const choose = (entNo: string) => {
    // What was read belongs to the school before.
    queries.removeQueries({
      predicate: ({ queryKey: [path] }) => /^\/(ent|ecb)\//.test(String(path)) && path !== ent.getlist.path,
    })
    lookAt(entNo)
  }
  return (
    <>
      <div className="school-gate">
        <label htmlFor={id}>学校</label>
        <Select
          id={id}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择要查看的学校"
          value={school?.entNo ?? null}
          onChange={choose}
          loading={!schools}
          options={schools?.map(({ entNo, entName }) => ({ value: entNo, label: entName }))}
        />
        {schools?.length === 0 && <span className="grey">下面还没有学校</span>}
      </div>
      {school && <Screen key={school.entNo} />}
    </>
  )
}
