import { DoorOpen, Download, Plus, QrCode } from 'lucide-react'
import { Button, Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '#web/api/me.tsx'
import { useOpenedRecord } from '#web/feedback/useOpenedRecord.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { lve } from '#features/ent/lve/lve.contract.ts'
import { gateCodes } from './gate/vst.codes.contract.ts'
import { vst } from './vst.contract.ts'
import { useVisitList } from './useVisitList.tsx'
import { useVisitForms, VisitChips } from './VisitFilters.tsx'
import { VisitList } from './VisitList.tsx'
import './vst.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const VisitDrawer = lazyWindow(() => import('./VisitDrawer.tsx'))
const VisitExport = lazyWindow(() => import('./export/VisitExport.tsx'))
const GateModal = lazyWindow(() => import('./gate/GateModal.tsx'))
const LeaveGate = lazyWindow(() => import('#features/ent/lve/gate.panel.tsx'))
const NewVisit = lazyWindow(() => import('./NewVisit.tsx'))

/** Draws the visits: of one person each, and of teams. */
export default function VisitScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const list = useVisitList()
  const [isTeam, setTeam] = useState(false)
  const { opened, open, close: closeVisit, hrefOf, dialog: leaving } = useOpenedRecord('vstNo')
  const [dialog, setDialog] = useState<'gate' | 'leave' | 'new' | 'export'>()
  const forms = useVisitForms()
  const close = () => setDialog(undefined)
  useUrlParam('new', () => may(vst.arrive) && setDialog('gate'))
  const teamFlag = isTeam ? '1' : '0'
  const codes = may(gateCodes.getcodes) && (
    <Button icon={<QrCode />} onClick={() => void navigate('/ent/vst/codes')}>
      登记二维码
    </Button>
  )
  const show = (key: string) => {
    setTeam(key === 'team')
    list.setPage(1, list.pageSize)
  }
  return (
    <div className="page touch">
      <PageHead title="访客记录" />
      <Tabs
        activeKey={isTeam ? 'team' : 'personal'}
        onChange={show}
        items={[
          { key: 'personal', label: '个人来访' },
          { key: 'team', label: '团队来访' },
        ]}
      />
      <VisitList
        key={teamFlag}
        list={list}
        isTeam={isTeam}
        opened={opened}
        onOpen={open}
        hrefOf={hrefOf}
        empty={codes}
        chips={<VisitChips {...list} teamFlag={teamFlag} />}
        actions={
          <>
            {may(vst.create) && forms && forms.length > 0 && (
              <Button icon={<Plus />} onClick={() => setDialog('new')}>
                新建来访
              </Button>
            )}
            {codes}
            {may(lve.leave) && (
              <Button icon={<DoorOpen />} onClick={() => setDialog('leave')}>
                请假离校
              </Button>
            )}
            {may(vst.export) && (
              <Button icon={<Download />} onClick={() => setDialog('export')}>
                导出
              </Button>
            )}
            {may(vst.arrive) && (
              <Button type="primary" onClick={() => setDialog('gate')}>
                门岗登记
              </Button>
            )}
          </>
        }
      />
      <Suspense>
        {opened && <VisitDrawer vstNo={opened} onClose={closeVisit} />}
        {dialog === 'leave' && <LeaveGate onClose={close} />}
        {dialog === 'gate' && <GateModal onClose={close} />}
        {dialog === 'new' && forms && <NewVisit forms={forms} onClose={close} />}
        {dialog === 'export' && <VisitExport list={list} teamFlag={teamFlag} onClose={close} />}
      </Suspense>
      {leaving}
    </div>
  )
}
