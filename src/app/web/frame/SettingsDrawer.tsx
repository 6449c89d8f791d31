import { Button, Switch } from 'antd'
import type { ReactNode } from 'react'
import { wordsOf } from '#contract/words.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { type Appearance, useAppearance } from '#web/theme/appearance.ts'
import { useMe } from '#web/api/me.tsx'
import { defaultTheme } from '#web/theme/colorScale.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { LookChoice } from '../user/LookChoice.tsx'
import './settings.css'

// Colours that people like beside the shipped one.
const offered = [defaultTheme, '#1a7f64', '#7c4dbd', '#c2410c', '#be185d', '#475569']

/**
 * Draws the settings of the page (docs/spec/page.md#settings-of-the-page): every change applies at once and is stored on the
 * server.
 */
export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { look, change, reset } = useAppearance()
  const { cfgData, idntNo } = useMe()
  const { itself, logo } = wordsOf(idntNo)
  const shown = look.theme ?? cfgData['THEME'] ?? defaultTheme
  const flag = (name: 'tags' | 'fixedHeader' | 'sidebarLogo' | 'weakColours' | 'letterKeys') => (
    <Switch checked={look[name]} onChange={(on) => change({ [name]: on })} id={`look-${name}`} />
  )
  return (
    <AppDrawer open title="界面设置" size={320} onClose={onClose} footer={<Button onClick={reset}>恢复默认</Button>}>
      <div className="settings">
        <Line label="外观">
          <LookChoice />
        </Line>
        <Line label="主题色">
          <span className="swatches">
            {offered.map((colour) => (
              <button
                key={colour}
                type="button"
                className="swatch"
                aria-label={`主题色 ${colour}`}
                aria-pressed={colour === shown}
                style={{ backgroundColor: colour }}
                onClick={() => change({ theme: colour })}
              />
            ))}
            <input
              type="color"
              className="colour-well"
              aria-label="选别的颜色"
              value={shown}
              onChange={({ target }) => change({ theme: target.value })}
            />
          </span>
          {look.theme && (
            <Button type="link" size="small" onClick={() => change({ theme: undefined })}>
              用{itself}的颜色
            </Button>
          )}
        </Line>
        <Line label="控件大小">
          <SegmentedControl<Appearance['size']>
            aria-label="控件大小"
            value={look.size}
            onChange={(size) => change({ size })}
            options={[
              { value: 'small', label: '小' },
              { value: 'medium', label: '中' },
              { value: 'large', label: '大' },
            ]}
          />
        </Line>
        <Line label="页签" of="look-tags">
          {flag('tags')}
        </Line>
        <Line label="固定顶栏" of="look-fixedHeader" hint="关闭后向下滚动时收起">
          {flag('fixedHeader')}
        </Line>
        <Line label={`菜单上的${logo}`} of="look-sidebarLogo">
          {flag('sidebarLogo')}
        </Line>
        <Line label="色弱模式" of="look-weakColours" hint="图表另用花纹区分">
          {flag('weakColours')}
        </Line>
        <Line label="单键快捷键" of="look-letterKeys" hint="如 / [ ] j k；用语音输入时请关闭">
          {flag('letterKeys')}
        </Line>
      </div>
    </AppDrawer>
  )
}

function Line({ label, hint, of, children }: { label: string; hint?: string; of?: string; children: ReactNode }) {
  return (
    <div className="settings-line">
      <label htmlFor={of}>
        {label}
        {hint && <span className="grey">{hint}</span>}
      </label>
      <span>{children}</span>
    </div>
  )
}
