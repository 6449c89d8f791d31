import { ActivityFilter } from '#features/vam/act/activity.picker.tsx'
import Works from './works.panel.tsx'
import { wrk } from './wrk.contract.ts'

/** Draws the works of the activities, to be reviewed. */
export default function WorkScreen() {
  return (
    <div className="page touch">
      <div className="page-head">
        <h1>作品审核</h1>
      </div>
      <Works filter={<ActivityFilter call={wrk.getpage} />} />
    </div>
  )
}
