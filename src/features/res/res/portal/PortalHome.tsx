import { LayoutGrid, SearchIcon } from 'lucide-react'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { today } from '#contract/values/day.ts'
import { type FileKind, fileKinds } from '#contract/fileTypes.ts'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { EmptyState, NothingFits } from '#web/list/EmptyState.tsx'
import { FilterBar } from '#web/list/filters/FilterBar.tsx'
import { formatCount } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { useClasses } from '#features/res/rescls/rescls.picker.tsx'
import { ClassSide, useScope } from '../ClassSide.tsx'
import { ListEnd } from './ListEnd.tsx'
import { ResourceCards } from '../ResourceCards.tsx'
import { usePortalList } from './usePortalList.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const orders = [
  { value: 'new', label: '最新' },
  { value: 'used', label: '最常用' },
]
// Restores the type of the keys, which are the kinds.
const kinds = (Object.keys(fileKinds) as FileKind[]).map((kind) => ({ value: kind, label: fileKinds[kind].title }))

/** Lists this school year and the last, by the year that they began in. */
function schoolYears() {
  const [year = '', month = ''] = today().split('-')
  const begun = Number(year) - (Number(month) < 9 ? 1 : 0)
  return [
    { value: String(begun), label: '本学年' },
    { value: String(begun - 1), label: '上学年' },
  ]
}

/** Draws the home page of the resource portal: searches resources by words, by class, and by kind. */
export default function PortalHome() {
  const list = usePortalList()
  const { filters, set, page } = list
  const narrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const scope = useScope(filters.scope)
  const { byNo } = useClasses(scope)
  const chosen = byNo.get(filters.clsNo ?? '')?.clsName
  const narrowing = { fileKind: undefined, subj: undefined, schYear: undefined, keyWord: undefined }
  const isNarrowed = Object.keys(narrowing).some((name) => name in filters)
  const side = <ClassSide scope={scope} clsNo={filters.clsNo} onChoose={(to) => (set(to), setOpen(false))} />
  return (
    <div className="portal-home touch">
      <h1 className="unseen">资源中心</h1>
      <Search value={filters.keyWord ?? ''} onLook={(keyWord) => set({ keyWord })} />
      <div className="portal-columns">
        {!narrow && <aside aria-label="资源分类">{side}</aside>}
        <section aria-label="资源">
          <FilterBar
            keyword={
              <>
                {narrow && (
                  <Button icon={<LayoutGrid />} onClick={() => setOpen(true)}>
                    {chosen ?? '分类'}
                  </Button>
                )}
                <SegmentedControl
                  aria-label="排列"
                  options={orders}
                  value={filters.order ?? 'new'}
                  onChange={(order) => set({ order: order === 'new' ? undefined : order })}
                />
              </>
            }
            filters={
              <>
                <SelectFilter label="类型" options={kinds} value={filters.fileKind} onChange={(fileKind) => set({ fileKind })} />
                <CodeFilter type="SUBJECT" label="学科" value={filters.subj} onChange={(subj) => set({ subj })} />
                <SelectFilter
                  label="学年"
                  options={schoolYears()}
                  value={filters.schYear}
                  onChange={(schYear) => set({ schYear })}
                />
              </>
            }
            onReset={isNarrowed ? () => set(narrowing) : undefined}
          />
          <p className="grey portal-count" aria-live="polite">
            {chosen && !narrow && <b>{chosen} </b>}
            {page && `共 ${formatCount(page.recordCount)} 个资源`}
          </p>
          <ListEnd
            list={list}
            empty={
              isNarrowed ? (
                <NothingFits onClear={() => set(narrowing)} />
              ) : (
                <EmptyState
                  hint={scope === ResourceScope.own ? '这里还没有资源，可以到“我的资源”上传' : '这里还没有共享的资源'}
                />
              )
            }
          >
            {(rows) => <ResourceCards rows={rows} />}
          </ListEnd>
        </section>
      </div>
      <AppDrawer open={isOpen} placement="left" size={300} title="资源分类" onClose={() => setOpen(false)}>
        {side}
      </AppDrawer>
    </div>
  )
}

function Search({ value, onLook }: { value: string; onLook: (keyWord: string) => void }) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // Follows a step back, which changes the search, too.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  return (
    <Input.Search
      className="portal-search"
      size="large"
      allowClear
      maxLength={50}
      prefix={<SearchIcon className="grey" aria-hidden />}
      enterButton="搜索"
      placeholder="名称、拼音、说明或文件名"
      aria-label="搜索资源"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(word) => onLook(word.trim())}
    />
  )
}
