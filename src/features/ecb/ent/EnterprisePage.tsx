import { Building2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { type ComponentType } from 'react'
import { useParams } from 'react-router'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { entact } from '#features/ecb/entact/entact.contract.ts'
import { enterpriseSettings } from '#features/ecb/entcfg/entcfg.contract.ts'
import { entinfo } from '#features/ecb/entinfo/entinfo.contract.ts'
import { entmdl } from '#features/ecb/entmdl/entmdl.contract.ts'
import { entrole } from '#features/ecb/entrole/entrole.contract.ts'
import { payitem } from '#features/ecb/payitem/payitem.contract.ts'
import { edcarch } from '#features/ent/edcarch/edcarch.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { scharch } from '#features/ent/scharch/scharch.contract.ts'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { RecordTabs } from '#web/layout/RecordTabs.tsx'
import { useMay } from '#web/api/me.tsx'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import './enterprise.css'
import { ent, type EnterpriseDetail } from './ent.contract.ts'
import { EnterpriseFacts } from './facts.panel.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { RecordHead } from '#web/head/RecordHead.tsx'

type Enterprise = z.output<typeof EnterpriseDetail>
type Panel = ComponentType<{ entNo: string; entName: string; idntNo: string }>

const isSchool = ({ idntNo }: Enterprise) => idntNo.startsWith('030')

/** Lists the parts of an enterprise that other modules keep, each shown to those who may open its module. */
const parts: { key: string; title: string; call: Call; panel: Panel; fits?: (enterprise: Enterprise) => boolean }[] = [
  { key: 'emp', title: '员工', call: emp.getpage, panel: lazyPage(() => import('#features/ent/emp/enterprise.panel.tsx')) },
  { key: 'act', title: '收款账户', call: entact.getlist, panel: lazyPage(() => import('#features/ecb/entact/entact.panel.tsx')) },
  {
    key: 'pay',
    title: '缴费项目',
    call: payitem.getlist,
    panel: lazyPage(() => import('#features/ecb/payitem/payitem.panel.tsx')),
  },
  {
    key: 'cfg',
    title: '参数',
    call: enterpriseSettings.getlist,
    panel: lazyPage(() => import('#features/ecb/entcfg/entcfg.panel.tsx')),
  },
  {
    key: 'info',
    title: '字典',
    call: entinfo.getlistforset,
    panel: lazyPage(() => import('#features/ecb/entinfo/entinfo.panel.tsx')),
  },
  {
    key: 'mdl',
    title: '模块',
    call: entmdl.getmdltreeforset,
    panel: lazyPage(() => import('#features/ecb/entmdl/entmdl.panel.tsx')),
  },
  {
    key: 'role',
    title: '公共角色',
    call: entrole.getentlist,
    panel: lazyPage(() => import('#features/ecb/entrole/entrole.panel.tsx')),
  },
  {
    key: 'sch',
    title: '档案',
    call: scharch.get,
    panel: lazyPage(() => import('#features/ent/scharch/scharch.panel.tsx')),
    fits: isSchool,
  },
  {
    key: 'edc',
    title: '档案',
    call: edcarch.get,
    panel: lazyPage(() => import('#features/ent/edcarch/edcarch.panel.tsx')),
    fits: (enterprise) => !isSchool(enterprise),
  },
]

/** Draws everything about one enterprise in one place. */
export default function EnterprisePage() {
  const { entNo = '' } = useParams()
  const may = useMay()
  const leaving = useLeaving()
  const { data, error, refetch } = useQuery(query(ent.get, { entNo }))
  useTabName(data?.entName)
  if (error && !data) return <ReadFailed page="企业" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  const { entName, idntNo, stt, path } = data
  const shown = parts.filter(({ call, fits }) => may(call) && (!fits || fits(data)))
  return (
    <div className="page touch enterprise-page">
      {path.length > 0 && (
        <PageTrail label="上级企业" steps={path.map((above) => ({ label: above.entName, to: `/ecb/ent/${above.entNo}` }))} />
      )}
      <RecordHead
        mark={data.entLogo ? <img src={data.entLogo} alt="" /> : <Building2 />}
        name={entName}
        state={<StatusTag type="ENT_STT" value={stt} />}
        facts={[<Label key="idnt" type="IDNT" value={idntNo} />, `编号 ${entNo}`, data.user && `负责人 ${data.user.nickName}`]}
      />
      <RecordTabs
        path={`/ecb/ent/${entNo}`}
        leave={leaving.leave}
        tabs={[
          { key: 'facts', label: '资料', children: <EnterpriseFacts enterprise={data} /> },
          ...shown.map(({ key, title, panel: Part }) => ({
            key,
            label: title,
            children: <Part entNo={entNo} entName={entName} idntNo={idntNo} />,
          })),
          historyTab('ent', entNo, entNo),
        ]}
      />
      {leaving.dialog}
    </div>
  )
}
