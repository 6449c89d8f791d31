import { useState } from 'react'
import type * as z from 'zod'
import { GroupList } from './GroupList.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import type { GroupWithCount } from './empgrp.contract.ts'

export type Group = z.output<typeof GroupWithCount>

/** Employee groups: the groups on the left, the members of the chosen one on the right. */
export default function EmployeeGroupScreen() {
  const [chosen, setChosen] = useState<Group>()
  return (
    <div className="page">
      <div className="page-head">
        <h1>员工组</h1>
      </div>
      <div className="split">
        <div className="split-side" style={{ width: 460 }}>
          <GroupList chosen={chosen?.grpNo} onChoose={setChosen} />
        </div>
        <div className="split-main">{chosen && <GroupMembers key={chosen.grpNo} group={chosen} />}</div>
      </div>
    </div>
  )
}
