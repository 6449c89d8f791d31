import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useCallback, useState } from 'react'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { formatCount } from '#web/page/format.ts'
import { empgrp, type Group } from './empgrp.contract.ts'
import { GroupList } from './GroupList.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const GroupForm = lazyWindow(() => import('./GroupForm.tsx'))

/** Draws the employee groups on the left, the members of the chosen one on the right; on a phone they open over the list. */
export default function EmployeeGroupScreen() {
  const may = useMay()
  const narrow = useNarrow()
  const { data: groups } = useQuery(query(empgrp.getexlist, { keyWord: '' }))
  const [chosen, setChosen] = useState<Group>()
  const [open, setOpen] = useState(false)
  /** Holds the open form; without a group it is for a new one. */
  const [editing, setEditing] = useState<{ group?: Group }>()
  const choose = useCallback((group: Group | undefined, byHand: boolean) => {
    setChosen(group)
    if (byHand || !group) setOpen(byHand)
  }, [])
  const create = may(empgrp.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing({})}>
      新建员工组
    </Button>
  )
  const list = <GroupList chosen={chosen?.grpNo} onChoose={choose} onEdit={(group) => setEditing({ group })} create={create} />
  const members = chosen && <GroupMembers key={chosen.grpNo} group={chosen} />
  return (
    <div className="page touch">
      <PageHead title="员工组">
        {groups && <span className="grey">共 {formatCount(groups.length)} 个员工组</span>}
        <span className="end">{create}</span>
      </PageHead>
      {narrow ? (
        <>
          {list}
          <AppDrawer open={open} size="100%" title="组内员工" onClose={() => setOpen(false)}>
            {members}
          </AppDrawer>
        </>
      ) : (
        <Split width={510} label="员工组" side={() => list}>
          {members}
        </Split>
      )}
      {editing && (
        <Suspense fallback={null}>
          <GroupForm group={editing.group} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
