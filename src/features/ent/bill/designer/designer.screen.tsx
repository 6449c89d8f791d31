import { Plus, Settings2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { query } from '#web/api/api.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { useFormChoices } from '#domain/forms/useFormChoices.web.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { useTabName } from '#web/page/tab.ts'
import { useNarrow, useWide } from '#web/page/useMedia.ts'
import { Canvas } from './Canvas.tsx'
import './designer.css'
import { DesignerHead } from './DesignerHead.tsx'
import type { EditedTemplate } from './useDraftSave.tsx'
import { OldVersion } from './versions/OldVersion.tsx'
import { OvertakenModal } from './versions/OvertakenModal.tsx'
import { FieldPalette } from './FieldPalette.tsx'
import { FormSettingsEditor } from './properties/FormSettingsEditor.tsx'
import { Properties } from './properties/Properties.tsx'
import { type Design, useDesign } from './useDesign.tsx'
import { useDesignerKeys } from './useDesignerKeys.tsx'
import { useFieldDrag } from './useFieldDrag.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const PreviewModal = lazyWindow(() => import('./PreviewModal.tsx'))
const PublishModal = lazyWindow(() => import('./versions/PublishModal.tsx'))

/** Draws the page that a form is designed on. */
export default function DesignerScreen() {
  const { tmplNo = '' } = useParams()
  // Reads again on mount, for the list may have read it before the last save.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...query(bill.gettmpl, { tmplNo }), refetchOnMount: 'always' })
  useTabName(data?.tmplName)
  if (error && !data) return <ReadFailed page="表单设计" message={error.message} onRetry={() => void refetch()} />
  return data && isFetchedAfterMount ? <Designer key={tmplNo} template={data} /> : <Spin delay={200} className="page-spin" />
}

function Designer({ template }: { template: EditedTemplate }) {
  const narrow = useNarrow()
  const wide = useWide()
  // Saves no drafts during impersonation.
  const { imitUserNo } = useMe()
  const isOpen = useMay()(bill.savetmplclmns) && !imitUserNo
  const design = useDesign(template, isOpen)
  const drag = useFieldDrag(design)
  const sources = useFormSources()
  const offered = useFormChoices(design.columns, sources)
  const [shown, setShown] = useState<'preview' | 'publish' | 'parts' | 'settings' | number>()
  useDesignerKeys(design)
  const { columns, sets, chosen, addedNo, choose } = design
  const close = () => setShown(undefined)
  const canvas = <Canvas design={design} drag={drag} offered={offered} sources={sources} isNarrow={narrow} />
  const properties = chosen && isOpen && (
    <Properties
      key={chosen.clmnNo}
      design={design}
      column={chosen}
      offered={offered}
      sources={sources}
      isNew={!narrow && chosen.clmnNo === addedNo}
    />
  )
  return (
    <div className="page touch designer">
      <DesignerHead
        design={design}
        onPreview={() => setShown('preview')}
        onPublish={() => setShown('publish')}
        onVersion={setShown}
        onSettings={isOpen && !narrow && !wide ? () => setShown('settings') : undefined}
      />
      {typeof shown === 'number' ? (
        <OldVersion design={design} verNo={shown} onClose={close} />
      ) : narrow ? (
        <>
          {canvas}
          {isOpen && (
            <div className="designer-add">
              <Button type="dashed" icon={<Plus />} onClick={() => setShown('parts')}>
                添加字段
              </Button>
              <Button icon={<Settings2 />} onClick={() => setShown('settings')}>
                整张表单
              </Button>
            </div>
          )}
          <AppDrawer className="touch" open={shown === 'parts'} placement="bottom" size={736} title="添加字段" onClose={close}>
            <FieldPalette
              drag={drag}
              onAdd={(part) => {
                close()
                design.add(part)
              }}
            />
          </AppDrawer>
          <AppDrawer
            className="touch"
            open={Boolean(properties) && shown === undefined}
            size={340}
            title={chosen?.clmnName}
            onClose={() => choose(undefined)}
          >
            {properties}
          </AppDrawer>
        </>
      ) : (
        <div className={isOpen ? 'designer-work' : 'designer-work read'}>
          {isOpen && <FieldPalette drag={drag} onAdd={design.add} />}
          {canvas}
          {isOpen && <Aside design={design}>{properties}</Aside>}
        </div>
      )}
      <AppDrawer className="touch" open={shown === 'settings' && !wide} size={340} title={template.tmplName} onClose={close}>
        <FormSettingsEditor design={design} />
      </AppDrawer>
      <Suspense>
        {shown === 'preview' && (
          <PreviewModal
            title={template.tmplName}
            columns={columns}
            sets={sets}
            offered={offered}
            sources={sources}
            onClose={close}
          />
        )}
        {shown === 'publish' && (
          <PublishModal
            design={design}
            onClose={close}
            onShow={(clmnNo) => {
              close()
              choose(clmnNo)
            }}
          />
        )}
      </Suspense>
      {design.kept.isOvertaken && <OvertakenModal design={design} />}
    </div>
  )
}

/** Draws what can be set beside the form: of the chosen field, or of the whole form. */
function Aside({ design, children }: { design: Design; children: ReactNode }) {
  const { chosen, choose } = design
  return (
    <aside className={chosen ? 'designer-properties' : 'designer-properties none'} aria-label="属性">
      {chosen && (
        <Button className="designer-fold" size="small" onClick={() => choose(undefined)}>
          收起
        </Button>
      )}
      {children || (
        <>
          <p className="grey">选一个字段，在这里改它的名称、校验和显示条件。</p>
          <FormSettingsEditor design={design} />
        </>
      )}
    </aside>
  )
}
