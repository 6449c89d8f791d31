import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { GatePoster } from './GatePoster.tsx'
import { GateCode, gateCodes } from './vst.codes.contract.ts'
import { useVisitForms } from '../VisitFilters.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { HeadActs } from '#web/head/HeadActs.tsx'
import '../vst.css'

const NewGateCode = lazyWindow(() => import('./NewGateCode.tsx'))

type Row = z.output<typeof GateCode>

/** Draws the codes that hang at the gates: visitors scan them and register themselves. */
export default function GateCodesScreen() {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(gateCodes.getcodes, {}))
  const forms = useVisitForms() ?? []
  const [chosen, setChosen] = useState<string>()
  const [isNew, setNew] = useState(false)
  const { menuFor, dialog } = useCodeActions()
  const shown = data?.find(({ codeNo }) => codeNo === chosen) ?? data?.[0]
  const create = may(gateCodes.createcode) && forms.length > 0 && (
    <Button type="primary" icon={<Plus />} onClick={() => setNew(true)}>
      新建二维码
    </Button>
  )
  if (error && !data) return <ReadFailed page="登记二维码" message={error.message} onRetry={() => void refetch()} />
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '访客记录', to: '/ent/vst' }]} />
      <PageHead title="登记二维码" />
      <HeadActs>{create}</HeadActs>
      <div className="codes">
        <ListTable<Row>
          rowKey="codeNo"
          rows={data}
          rowClassName={({ codeNo }) => (codeNo === shown?.codeNo ? 'row-chosen' : '')}
          empty={<EmptyState hint={forms.length > 0 ? '还没有登记二维码' : '先在表单模板里发布一张访客单'}>{create}</EmptyState>}
          columns={[
            linkedNameColumn<Row>(GateCode, 'codeName', 112, ({ codeNo }) => setChosen(codeNo)),
            column<Row>(GateCode, 'tmplName', { width: 112 }),
            column<Row>(GateCode, 'crtTm', { width: 150, minor: true }),
            column<Row>(GateCode, 'stt', { width: 68 }),
            actionsColumn<Row>(menuFor, ({ codeName }) => codeName),
          ]}
        />
        {shown && <GatePoster key={shown.codeNo} code={shown} />}
      </div>
      {isNew && <NewGateCode forms={forms} onClose={() => setNew(false)} onDone={({ codeNo }) => setChosen(codeNo)} />}
      {dialog}
    </div>
  )
}

function useCodeActions() {
  const may = useMay()
  const { ask, dialog } = useConfirm()
  const update = useSend(gateCodes.updatecode, {
    said: ({ stt }) => `登记二维码已${stt === Status.enabled ? '启用' : '停用'}`,
  })
  const renew = useSend(gateCodes.renewcode)
  const remove = useSend(gateCodes.deletecode, { said: () => '登记二维码已删除' })
  const askEnd = ({ codeNo, codeName, ver }: Row, verb: '停用' | '删除') =>
    ask({
      title: `${verb}“${codeName}”的登记二维码`,
      touches: `${verb}后贴在那里的二维码扫了不能登记，已登记的来访不受影响。`,
      verb,
      act: () =>
        verb === '停用' ? update.mutateAsync({ codeNo, ver, stt: Status.disabled }) : remove.mutateAsync({ codeNo, ver }),
    })
  const askRenew = ({ codeNo, codeName, ver }: Row) =>
    ask({
      title: `更换“${codeName}”的登记二维码`,
      touches: '原来的二维码马上失效，贴出去的要重新打印。已登记的来访不受影响。更换后不能撤销。',
      verb: '更换',
      act: () => renew.mutateAsync({ codeNo, ver }),
    })
  const menuFor = (row: Row) => {
    const isOn = row.stt === Status.enabled
    return menuOf([
      may(gateCodes.updatecode) && {
        key: 'state',
        label: isOn ? '停用' : '启用',
        act: () => (isOn ? askEnd(row, '停用') : update.mutate({ codeNo: row.codeNo, ver: row.ver, stt: Status.enabled })),
      },
      may(gateCodes.renewcode) && { key: 'renew', label: '更换二维码', act: () => askRenew(row) },
      may(gateCodes.deletecode) && { key: 'delete', label: '删除', danger: true, act: () => askEnd(row, '删除') },
    ])
  }
  return { menuFor, dialog }
}
