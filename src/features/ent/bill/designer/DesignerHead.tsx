import { Redo2, Settings2, Undo2 } from 'lucide-react'
import { Button } from 'antd'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { formatTime } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { PageTrail } from '#web/page/PageTrail.tsx'
import type { Design } from './useDesign.tsx'
import { VersionMenu } from './versions/VersionMenu.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type Props = {
  design: Design
  onPreview: () => void
  onPublish: () => void
  onVersion: (verNo: number) => void
  /** Opens what holds for the whole form, where there is no room for it beside the form. */
  onSettings?: (() => void) | undefined
}

/** Draws the name of the template, the state of its draft, and the actions on all of it. */
export function DesignerHead({ design, onPreview, onPublish, onVersion, onSettings }: Props) {
  const { template, undo, redo, isChanged, isOpen } = design
  const may = useMay()
  const { tmplName, typeName, stt, verNo, vers } = template
  return (
    <>
      <PageTrail steps={[{ label: '表单模板', to: '/ent/bill' }, { label: typeName }]} />
      <PageHead title={tmplName}>
        <StatusTag type="TMPL_STT" value={stt} />
        {verNo !== null && isChanged && <span className="tag wait">有未发布的修改</span>}
        <KeptLine design={design} />
        <span className="end">
          {isOpen && (
            <>
              <Button icon={<Undo2 />} aria-label="撤销" title="撤销（Ctrl+Z）" disabled={!undo} onClick={undo} />
              <Button icon={<Redo2 />} aria-label="重做" title="重做（Ctrl+Shift+Z）" disabled={!redo} onClick={redo} />
            </>
          )}
          {vers.length > 0 && <VersionMenu template={template} onOpen={onVersion} />}
          {onSettings && (
            <Button icon={<Settings2 />} onClick={onSettings}>
              整张表单
            </Button>
          )}
          <Button onClick={onPreview}>预览</Button>
          {may(bill.publishtmpl) && (
            <Button type="primary" disabled={!isChanged} title={isChanged ? undefined : '没有需要发布的修改'} onClick={onPublish}>
              发布
            </Button>
          )}
        </span>
      </PageHead>
    </>
  )
}

function KeptLine({ design: { kept, isOpen, isChanged } }: { design: Design }) {
  if (!isOpen) return <span className="grey">只能查看</span>
  const { state, updTm, problem } = kept
  if (state === 'saved' && !isChanged) return null
  const told =
    state === 'waiting'
      ? '正在保存草稿…'
      : state === 'saved'
        ? `草稿已保存 ${formatTime(updTm).slice(-5)}`
        : `草稿没有保存：${problem}`
  return (
    <span className={state === 'failed' ? 'bad-text' : 'grey'} role="status">
      {told}
    </span>
  )
}
