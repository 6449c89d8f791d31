import { Plus, Upload, UserRoundPlus } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { useMay } from '#web/api/me.tsx'
import { mtg } from '../mtg.contract.ts'
import type { InvitedPerson } from '../mtg.parts.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const EmployeePicker = lazyWindow(async () => ({ default: (await import('#features/ent/emp/emp.picker.tsx')).EmployeePicker }))
const GuestModal = lazyWindow(() => import('./GuestModal.tsx'))

type Props = {
  taken: ReadonlySet<string>
  onAdd: (mans: InvitedPerson[]) => Promise<unknown>
  /** Names the meeting that a workbook of people can be read for; none while it is only being drafted. */
  mtgNo?: string
}

/** Draws the ways to ask people to a meeting: picking employees, naming guests, or a workbook of both. */
export function AddPeople({ taken, onAdd, mtgNo }: Props) {
  const may = useMay()
  const [open, setOpen] = useState<'emp' | 'guest'>()
  const navigate = useNavigate()
  return (
    <>
      {may(emp.getlist) && (
        <Button icon={<Plus />} onClick={() => setOpen('emp')}>
          选择员工
        </Button>
      )}
      <Button icon={<UserRoundPlus />} onClick={() => setOpen('guest')}>
        添加来宾
      </Button>
      {mtgNo && may(mtg.previewmtgman) && (
        <Button icon={<Upload />} onClick={() => navigate(`/ent/mtg/${mtgNo}/import`)}>
          导入
        </Button>
      )}
      <Suspense>
        {open === 'emp' && (
          <EmployeePicker
            title="选择参会人员"
            verb="添加"
            taken={taken}
            onPick={(empNos, people) => onAdd(empNos.map((empNo, i) => ({ empNo, manName: people[i]?.empName })))}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'guest' && <GuestModal onAdd={(guest) => onAdd([guest])} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
