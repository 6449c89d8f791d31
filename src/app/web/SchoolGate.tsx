import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type ComponentType, use, useId, useSyncExternalStore } from 'react'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { queries, query } from '#web/api/api.ts'
import { PageHead } from '#web/head/PageHead.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { chooseCurrentSchool, currentSchool, watchCurrentSchool } from '#web/api/currentSchool.ts'
import { TabContext } from '#web/page/tabContext.ts'
import { tabName, useTabs } from '#web/page/tabs.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import './schoolGate.css'

type School = { entNo: string; entName: string }

/** Lets a user who works above schools choose which of them a screen is about, and draws it. */
export default function SchoolGate({ Screen }: { Screen: ComponentType }) {
  const id = useId()
  const chosen = useSyncExternalStore(watchCurrentSchool, currentSchool)
  const { data: schools, error, refetch } = useQuery(query(ent.getlist, { idntNo: '030', stt: '1' }))
  const school = schools?.find(({ entNo }) => entNo === chosen)
  const choose = (entNo: string) => {
    // Removes what was read for the previous school.
    queries.removeQueries({
      predicate: ({ queryKey: [path] }) => /^\/(ent|ecb)\//.test(String(path)) && path !== ent.getlist.path,
    })
    chooseCurrentSchool(entNo)
  }
  // Chooses the school that an address names.
  useUrlParam('school', choose)
  if (error && !schools) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
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
      </div>
      {school ? <Screen key={school.entNo} /> : <FirstChoice schools={schools} onChoose={choose} />}
    </>
  )
}

// Sets the number of schools above which one is searched for by its name.
const mostShown = 24

/** Draws the first choice of a school, since this page is about one. */
function FirstChoice({ schools, onChoose }: { schools: School[] | undefined; onChoose: (entNo: string) => void }) {
  const { path } = use(TabContext)
  const tab = useTabs().find((one) => one.path === path)
  if (!schools) return null
  return (
    <div className="page">
      {tab && <PageHead title={tabName(tab)} />}
      <div className="empty">
        <strong>{schools.length > 0 ? '先选择要查看的学校' : '下面还没有学校'}</strong>
        {schools.length > 0 && <p>这一页一次看一所学校，随时可以在上面换。</p>}
        <div className="school-choice">
          {schools.slice(0, mostShown).map(({ entNo, entName }) => (
            <Button key={entNo} onClick={() => onChoose(entNo)}>
              {entName}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
