import { ChevronLeft } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Typography } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import './admnarea.css'
import { AreaHit, admnarea, levelNames } from '#contract/shell/admnarea.contract.ts'
import { AreaColumn } from './AreaColumn.tsx'
import { useAreas } from './useAreas.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type Hit = z.output<typeof AreaHit> & { stt?: string }

/** Draws the administrative areas, a column for each level; on a phone one level at a time. */
export default function AreaScreen() {
  const narrow = useNarrow()
  const [path, setPath] = useState<string[]>([])
  const [keyWord, setKeyWord] = useState('')
  const { data: source } = useQuery(query(admnarea.getsource, {}))
  const levels = levelNames.map((_, level) => level).filter((level) => level <= path.length)
  const shown = narrow ? levels.slice(-1) : levels
  return (
    <div className="page touch">
      <PageHead title="行政区划">
        {source && (
          <span className="grey" title={`来源：${source.source}`}>
            版本 {source.verNo} ·{' '}
            {Object.values(source.cnts)
              .map((count, level) => `${formatCount(count)} 个${levelNames[level]}`)
              .join('、')}
          </span>
        )}
      </PageHead>
      <div className="page-tools">
        <Keyword value={keyWord} onChange={setKeyWord} placeholder="名称或代码" hotkey />
        {!keyWord && <Chosen path={path} />}
      </div>
      {keyWord ? (
        <AreaHits
          keyWord={keyWord}
          onClear={() => setKeyWord('')}
          onJump={(to) => {
            setPath(to)
            setKeyWord('')
          }}
        />
      ) : (
        <>
          {narrow && path.length > 0 && (
            <Button icon={<ChevronLeft />} onClick={() => setPath(path.slice(0, -1))} style={{ alignSelf: 'flex-start' }}>
              {path.at(-2) ?? '全国'}
            </Button>
          )}
          <div className="area-columns">
            {shown.map((level) => (
              <AreaColumn
                key={level}
                above={path.slice(0, level)}
                chosen={path[level]}
                onChoose={(name) => setPath([...path.slice(0, level), name])}
              />
            ))}
          </div>
        </>
      )}
      {source && <p className="grey">来源：{source.source}。只读，随产品更新。</p>}
    </div>
  )
}

/** Draws the path to the chosen area, with its code to be copied. */
function Chosen({ path }: { path: string[] }) {
  const { data } = useAreas(path.slice(0, -1), path.length > 0)
  const area = data?.find(({ areaName }) => areaName === path.at(-1))
  if (!area) return <span className="grey">选一个省，再逐级往下看；点代码旁的图标复制</span>
  return (
    <span>
      {path.join(' / ')} <Typography.Text copyable>{area.areaCode}</Typography.Text>
    </span>
  )
}

type HitsProps = { keyWord: string; onClear: () => void; onJump: (path: string[]) => void }

function AreaHits({ keyWord, onClear, onJump }: HitsProps) {
  const { data, error, refetch } = useQuery(query(admnarea.getlist, { keyWord }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <ListTable<Hit>
        rowKey="areaCode"
        rows={data}
        empty={<NothingFits onClear={onClear} />}
        columns={[
          column<Hit>(AreaHit, 'areaName', {
            width: 160,
            render: (areaName: string, { path }) => <RowButton onClick={() => onJump(path)}>{areaName}</RowButton>,
          }),
          column<Hit>(AreaHit, 'path', { width: 320, render: (path: string[]) => path.join(' / ') }),
          column<Hit>(AreaHit, 'areaCode', {
            width: 150,
            render: (code: string) => <Typography.Text copyable>{code}</Typography.Text>,
          }),
          column<Hit>(AreaHit, 'lvl', { width: 64, align: 'left', render: (lvl: number) => levelNames[lvl - 1] }),
        ]}
      />
      {data?.length === 100 && <p className="grey">只显示前 100 条，请输入更完整的名称。</p>}
    </>
  )
}
