import { ActivityFilter } from '#features/vam/act/activity.picker.tsx'
import Works from './works.panel.tsx'
import { wrk } from './wrk.contract.ts'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws the works of the activities, to be reviewed. */
export default function WorkScreen() {
  return (
    <div className="page touch">
      <PageHead title="作品审核" />
      <Works filter={<ActivityFilter call={wrk.getpage} />} />
    </div>
  )
}
