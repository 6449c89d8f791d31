import { ChevronLeft } from 'lucide-react'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { useMe } from '#web/api/me.tsx'
import './datacheck.css'
import { SchoolCheckUp } from './SchoolCheckUp.tsx'
import { SchoolList } from './SchoolList.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const bureau = '020'

/** Draws the data check of students: of one's own school; a bureau goes through those below it. */
export default function DataCheckScreen() {
  const { idntNo } = useMe()
  const [params, setParams] = useSearchParams()
  const [entNo, entName] = [params.get('entNo') ?? undefined, params.get('entName')]
  const isBureau = idntNo === bureau
  return (
    <div className="page touch">
      <PageHead
        title="数据体检"
        before={
          isBureau &&
          entNo && <Button icon={<ChevronLeft />} aria-label="返回各校" onClick={() => setParams({}, { replace: true })} />
        }
      >
        {isBureau && entNo && <span className="grey">{entName}</span>}
      </PageHead>
      {isBureau && !entNo ? (
        <SchoolList onOpen={(school) => setParams(school, { replace: true })} />
      ) : (
        <SchoolCheckUp entNo={isBureau ? entNo : undefined} />
      )}
    </div>
  )
}
