import { Maximize, Minimize, Printer, RefreshCw, SettingsIcon } from 'lucide-react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type Density, densityWords, useDensity } from './columns/density.ts'
import { AppPopover } from '#web/menu/AppPopover.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { useNarrow } from '#web/page/useMedia.ts'

type Props = {
  /** Draws the column settings. */
  columns: ReactNode
  onRefresh: () => void
  /** Prints the whole list; undefined for those who may not. */
  onPrint: (() => void) | undefined
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/** Draws how a list is shown, behind one button: density, columns, full screen; and refreshing and printing it. */
export function ListTools({ columns, onRefresh, onPrint, isFull, onFull }: Props) {
  const narrow = useNarrow()
  const [density, setDensity] = useDensity()
  const full = isFull ? '退出全屏表格' : '全屏表格'
  return (
    <AppPopover
      label="显示"
      side="end"
      trigger={(props) => (
        <Button icon={<SettingsIcon />} aria-label="显示" title="显示方式" {...props}>
          {!narrow && '显示'}
        </Button>
      )}
    >
      {(close) => (
        <div className="list-shown">
          {/* Leaves out the density of cards, which have one height. */}
          {!narrow && (
            <>
              <p>密度</p>
              <SegmentedControl<Density>
                aria-label="密度"
                value={density}
                onChange={setDensity}
                options={Object.entries(densityWords).map(([value, label]) => ({ value: value as Density, label }))}
              />
            </>
          )}
          <p>{narrow ? '卡片上显示' : '列'}</p>
          {columns}
          <div className="list-acts">
            <Button type="text" icon={<RefreshCw />} onClick={() => (close(), onRefresh())}>
              刷新
            </Button>
            {onPrint && (
              <Button
                type="text"
                icon={<Printer />}
                title="打印全部符合筛选的"
                onClick={() => {
                  close()
                  onPrint()
                }}
              >
                打印
              </Button>
            )}
            {!narrow && (
              <Button type="text" icon={isFull ? <Minimize /> : <Maximize />} onClick={() => (close(), onFull(!isFull))}>
                {full}
              </Button>
            )}
          </div>
        </div>
      )}
    </AppPopover>
  )
}
