import {
  ColumnHeightOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  PrinterOutlined,
  ReloadOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { type Density, densityWords, useDensity } from './columns/density.ts'
import { AppPopover } from '#web/menu/AppPopover.tsx'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useNarrow } from '#web/page/useMedia.ts'

type Props = {
  /** Draws the column settings. */
  columns: ReactNode
  reading: boolean
  onRefresh: () => void
  /** Prints the whole list; undefined for those who may not. */
  onPrint: (() => void) | undefined
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/** Draws the tools of a list at the right of its tool bar: density, columns, print, refresh, and full screen. */
export function ListTools({ columns, reading, onRefresh, onPrint, isFull, onFull }: Props) {
  const narrow = useNarrow()
  const [density, setDensity] = useDensity()
  const full = isFull ? '退出全屏表格' : '全屏表格'
  return (
    <div className="end">
      {/* Leaves out the density of cards, which have one height. */}
      {!narrow && (
        <MenuButton
          menu={menuOf(
            Object.entries(densityWords).map(([key, label]) => ({
              key,
              label,
              isChosen: key === density,
              act: () => setDensity(key as Density),
            })),
          )}
          type="text"
          icon={<ColumnHeightOutlined />}
          aria-label="密度"
          title="密度"
        />
      )}
      <AppPopover
        label={narrow ? '卡片上显示' : '列设置'}
        isTitled
        side="end"
        trigger={(props) => <Button type="text" icon={<SettingOutlined />} aria-label="列设置" title="列设置" {...props} />}
      >
        {() => columns}
      </AppPopover>
      {onPrint && (
        <Tooltip title="打印全部符合筛选的">
          <Button type="text" icon={<PrinterOutlined />} aria-label="打印" onClick={onPrint} />
        </Tooltip>
      )}
      <Tooltip title="刷新">
        <Button type="text" icon={<ReloadOutlined spin={reading} />} aria-label="刷新" onClick={onRefresh} />
      </Tooltip>
      {!narrow && (
        <Tooltip title={full}>
          <Button
            type="text"
            icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            aria-label={full}
            onClick={() => onFull(!isFull)}
          />
        </Tooltip>
      )}
    </div>
  )
}
