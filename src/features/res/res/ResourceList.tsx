import { Download, Upload } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type FileKind, fileKinds, fileKindOf } from '#contract/fileTypes.ts'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { useSend } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatBytes } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { Split } from '#web/layout/Split.tsx'
import { save } from '#web/api/send.ts'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { toast } from '#web/feedback/toast.ts'
import { classNode, useClasses } from '#features/res/rescls/rescls.picker.tsx'
import { Resource, res } from './res.contract.ts'
import { detailsOf } from './ResourceCards.tsx'
import { useResourceActions } from './useResourceActions.tsx'
import type { Row } from './resourceWords.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const UploadModal = lazyWindow(() => import('./UploadModal.tsx'))
const MoveModal = lazyWindow(() => import('./MoveModal.tsx'))

const dragged = 'application/x-resources'
// Restores the type of the keys, which are the kinds.
const kinds = (Object.keys(fileKinds) as FileKind[]).map((kind) => ({ value: kind, label: fileKinds[kind].title }))
const kindWord = (type: string) => fileKinds[fileKindOf(type) ?? 'document'].title

/** Draws the tree of classes at the left, the resources of the chosen one at the right. */
export function ResourceList() {
  const may = useMay()
  const navigate = useNavigate()
  const list = useListState(res.getpage, { scope: ResourceScope.own })
  const { filters, setFilters } = list
  const { tree, byNo, error, refetch } = useClasses()
  const nodes = useMemo(() => tree?.map(classNode), [tree])
  const { menuFor, askDelete, dialogs } = useResourceActions()
  const [isUploading, setUploading] = useState(false)
  const [moving, setMoving] = useState<{ resNos: string[]; clear: () => void }>()
  const move = useSend(res.move, { said: ({ clsNo }) => `已移到“${byNo.get(clsNo)?.clsName}”` })
  const upload = may(res.create) && (
    <Button type="primary" icon={<Upload />} onClick={() => setUploading(true)}>
      上传
    </Button>
  )
  const take = () =>
    void save(res.export, { ...filters, keyWord: list.keyWord || undefined } as object).catch((one: Error) =>
      toast.error(one.message),
    )
  const mayChange = may(res.move)
  return (
    <>
      <Split
        width={240}
        label={byNo.get(filters.clsNo ?? '')?.clsName ?? '全部分类'}
        side={(close) => (
          <TreePanel
            label="资源分类"
            nodes={nodes}
            error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
            all="全部分类"
            empty={<EmptyState hint="还没有分类，请先到“资源分类”新建" />}
            chosen={filters.clsNo}
            onChoose={(clsNo) => {
              setFilters({ clsNo })
              close()
            }}
            drops={
              mayChange ? { type: dragged, onDrop: (clsNo, nos) => move.mutate({ clsNo, resNos: nos.split(',') }) } : undefined
            }
          />
        )}
      >
        <PageTable
          call={res.getpage}
          list={list}
          rowKey="resNo"
          search="名称、拼音、说明或文件名"
          offState={null}
          drag={mayChange ? dragged : undefined}
          tickable={({ editFlag }: Row) => editFlag === '1'}
          empty={{ hint: filters.clsNo ? '这个分类还没有资源' : '还没有资源', action: upload }}
          actions={
            <>
              {upload}
              {may(res.export) && (
                <Button icon={<Download />} onClick={take}>
                  导出
                </Button>
              )}
            </>
          }
          bulk={
            mayChange
              ? (resNos, clear) => (
                  <>
                    <Button onClick={() => setMoving({ resNos, clear })}>移动</Button>
                    {may(res.delete) && (
                      <Button
                        danger
                        onClick={() =>
                          askDelete(
                            resNos.map((resNo) => ({ resNo, resName: '所选资源' })),
                            clear,
                          )
                        }
                      >
                        删除
                      </Button>
                    )}
                  </>
                )
              : undefined
          }
          filters={
            <>
              <SelectFilter
                label="类型"
                options={kinds}
                value={filters.fileKind}
                onChange={(fileKind) => setFilters({ fileKind })}
              />
              <CodeFilter type="SUBJECT" label="学科" value={filters.subj} onChange={(subj) => setFilters({ subj })} />
              <CodeFilter type="STDY_PRD" label="学段" value={filters.stdyPrd} onChange={(stdyPrd) => setFilters({ stdyPrd })} />
              <CodeFilter type="RES_SHR" label="共享状态" value={filters.shrStt} onChange={(shrStt) => setFilters({ shrStt })} />
            </>
          }
          columns={[
            linkedNameColumn<Row>(Resource, 'resName', 220, {
              open: ({ resNo }) => void navigate(detailsOf(resNo)),
              hrefOf: ({ resNo }) => detailsOf(resNo),
            }),
            column<Row>(Resource, 'type', { width: 64, render: kindWord }),
            column<Row>(Resource, 'clsName', { width: 110 }),
            column<Row>(Resource, 'size', { width: 104, render: (size: number) => formatBytes(size) }),
            column<Row>(Resource, 'empName', { width: 90, render: (name: string | null, row) => name ?? row.ofEntName }),
            column<Row>(Resource, 'scope', { width: 90 }),
            column<Row>(Resource, 'shrStt', { width: 80, key: 'stt', title: '状态' }),
            { ...column<Row>(Resource, 'subj', { width: 96 }), optional: true },
            { ...column<Row>(Resource, 'stdyPrd', { width: 80 }), optional: true },
            { ...column<Row>(Resource, 'downCnt', { width: 88 }), optional: true },
            { ...column<Row>(Resource, 'putTm', { width: 150 }), optional: true },
            actionsColumn<Row>(menuFor, ({ resName }) => resName),
          ]}
        />
      </Split>
      {dialogs}
      <Suspense>
        {isUploading && <UploadModal clsNo={filters.clsNo} onClose={() => setUploading(false)} />}
        {moving && <MoveModal {...moving} onClose={() => setMoving(undefined)} />}
      </Suspense>
    </>
  )
}
