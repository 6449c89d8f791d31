import { ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd'
import { useNarrow } from './useMedia.ts'

const densities = { small: '紧凑', middle: '标准', large: '宽松' } as const
export type Density = keyof typeof densities

type Props = {
  density: Density
  onDensity: (density: Density) => void
  /** The columns that may be added. */
  columns: { key: string; title: string }[]
  chosen: string[]
  onChoose: (keys: string[]) => void
  reading: boolean
  onRefresh: () => void
}

/** The tools of a list at the right of its tool bar: density, further columns, refresh. */
export function ListTools({ density, onDensity, columns, chosen, onChoose, reading, onRefresh }: Props) {
  const narrow = useNarrow()
  const choice = (
    <Checkbox.Group
      className="column-choice"
      value={chosen}
      onChange={(keys) => onChoose(keys.map(String))}
      options={columns.map(({ key, title }) => ({ value: key, label: title }))}
    />
  )
  return (
    <div className="end">
      {/* Cards have one height. */}
      {!narrow && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectedKeys: [density],
            items: Object.entries(densities).map(([key, label]) => ({ key, label })),
            onClick: ({ key }) => onDensity(key as Density),
          }}
        >
          <Button type="text" icon={<ColumnHeightOutlined />} aria-label="密度" />
        </Dropdown>
      )}
      {columns.length > 0 && (
        <Popover trigger="click" placement="bottomRight" title={narrow ? '卡片上再显示' : '显示更多列'} content={choice}>
          <Button type="text" icon={<SettingOutlined />} aria-label="列设置" />
        </Popover>
      )}
      <Tooltip title="刷新">
        <Button type="text" icon={<ReloadOutlined spin={reading} />} aria-label="刷新" onClick={onRefresh} />
      </Tooltip>
    </div>
  )
}
