import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { importPages } from '#features/ent/stu/imports/importPages.contract.ts'
import { useSend } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { imp, ImportLine } from '#contract/shell/imp.contract.ts'
import { menuOf } from '#web/menu/menuOf.ts'
import { PageHead } from '#web/head/PageHead.tsx'

type Line = z.output<typeof ImportLine>

// Tells where each kind is checked and written.
const isOfPhotos = (kind: string) => kind.endsWith('pic')
const pages: Record<string, string> = {
  ...Object.fromEntries(importPages.map(({ kind, path }) => [kind, path])),
  emp: '/ent/emp/import',
  emppic: '/ent/emp/pictures',
  stupic: '/ent/stu/pictures',
}

const pageOf = ({ kind, refNo }: Line) =>
  kind === 'mtgman' ? `/ent/mtg/${refNo}/import` : refNo ? `${pages[kind]}?unitNo=${refNo}` : pages[kind]

const counts: [keyof Line & string, string][] = [
  ['total', '行数'],
  ['addCnt', '新增'],
  ['updCnt', '变更'],
  ['errCnt', '错误'],
  ['outCnt', '已排除'],
]

/** Draws one's own imports: continue one, download the rows that were not written, undo one. */
export default function ImportScreen() {
  const navigate = useNavigate()
  const list = useListState(imp.getpage)
  const { ask, dialog } = useConfirm()
  const undo = useSend(imp.undo)
  const askUndo = ({ batchNo, fileName, addCnt, updCnt }: Line) =>
    ask({
      title: `撤销“${fileName}”的导入`,
      touches: `新增的 ${formatCount(addCnt)} 条会删除，修改的 ${formatCount(updCnt)} 条恢复原样。之后又改过的会指出来，一条也不撤销。`,
      verb: '撤销',
      act: () => undo.mutateAsync({ batchNo }),
    })
  const download = ({ batchNo }: Line) => void save(imp.export, { batchNo }).catch((error: Error) => toast.error(error.message))
  // Lists what can be done with an import, the most likely first.
  const actsOf = (line: Line) => {
    const { kind, impStt, errCnt, outCnt } = line
    const page = impStt === '1' && pageOf(line)
    return [
      page && { key: 'go', label: '继续', act: () => void navigate(page) },
      impStt === '2' && { key: 'undo', label: '撤销', act: () => askUndo(line) },
      !isOfPhotos(kind) &&
        impStt !== '0' &&
        errCnt + outCnt > 0 && { key: 'wrong', label: '下载错误', act: () => download(line) },
    ].filter((act) => typeof act === 'object')
  }
  return (
    <div className="page touch">
      <PageHead title="导入记录" />
      <PageTable
        call={imp.getpage}
        list={list}
        rowKey="batchNo"
        search="文件名"
        empty={{ hint: '还没有导入。在员工管理等页面点“导入”开始。' }}
        filters={
          <CodeFilter
            type="IMP_STT"
            label="状态"
            value={list.filters.impStt}
            onChange={(impStt) => list.setFilters({ impStt })}
          />
        }
        columns={[
          column<Line>(ImportLine, 'fileName', { width: 220, fixed: 'left' }),
          column<Line>(ImportLine, 'kindName', { width: 88 }),
          { ...column<Line>(ImportLine, 'impStt', { width: 88 }), key: 'stt' },
          ...counts.map(([name, title]) => ({
            ...column<Line>(ImportLine, name, { width: 76, align: 'right' as const, minor: true }),
            title,
            render: (count: number) => formatCount(count),
          })),
          column<Line>(ImportLine, 'crtTm', { width: 140 }),
          { ...column<Line>(ImportLine, 'batchNo', { width: 110 }), optional: true },
          actionsColumn<Line>(
            (line) => menuOf(actsOf(line).slice(1)),
            ({ fileName }) => fileName,
            (line) => actsOf(line)[0],
          ),
        ]}
      />
      {dialog}
    </div>
  )
}
