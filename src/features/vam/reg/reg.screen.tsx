import { Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { ActivityFilter } from '#features/vam/act/activity.picker.tsx'
import { useIsSchool, useMay } from '#web/api/me.tsx'
import Enrolments from './enrolments.panel.tsx'
import { reg } from './reg.contract.ts'
import './reg.css'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const Missing = lazyPage(() => import('#features/vam/act/export/missing.panel.tsx'))

/** Draws the enrolments in activities, and the students without any. */
export default function EnrolmentScreen() {
  const may = useMay()
  const isSchool = useIsSchool()
  const [tab, setTab] = useState('reg')
  const list = <Enrolments filter={<ActivityFilter call={reg.getpage} />} />
  return (
    <div className="page touch">
      <PageHead title="活动报名" />
      {isSchool && may(stu.getpage) ? (
        <Tabs
          activeKey={tab}
          onChange={setTab}
          destroyOnHidden
          items={[
            { key: 'reg', label: '报名', children: list },
            { key: 'missing', label: '还没有报名的学生', children: <Suspense>{<Missing />}</Suspense> },
          ]}
        />
      ) : (
        list
      )}
    </div>
  )
}
