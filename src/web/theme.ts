import type { ThemeConfig } from 'antd'
import { useSyncExternalStore } from 'react'
import { type Shades, shadesOf, shippedTheme } from './shades.ts'

let shades = shadesOf(shippedTheme)
let shown: ThemeConfig | undefined
const listeners = new Set<() => void>()

/** Shows the page in an enterprise's colour; without one, or where it is no colour, in the shipped one. */
export function showTheme(colour: string | undefined) {
  const next = shadesOf(colour)
  if (next.theme === shades.theme && next.text === shades.text) return
  shades = next
  shown = undefined
  for (const [name, value] of Object.entries(shades)) document.documentElement.style.setProperty(`--${name}`, value)
  for (const tell of listeners) tell()
}

function listen(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export const useTheme = () => useSyncExternalStore(listen, () => (shown ??= themeOf(shades)))

const themeOf = ({ theme, text, hover, active, soft, softer }: Shades): ThemeConfig => ({
  hashed: false,
  token: {
    colorPrimary: theme,
    colorInfo: theme,
    colorLink: text,
    borderRadius: 4,
    borderRadiusLG: 6,
    borderRadiusSM: 2,
    fontSize: 14,
    fontSizeSM: 12,
    lineHeight: 1.5,
    controlHeight: 32,
    controlHeightSM: 24,
    controlHeightLG: 40,
    colorText: '#1f2329',
    colorTextSecondary: '#595f69',
    colorTextTertiary: '#646b77',
    colorTextPlaceholder: '#646b77',
    colorTextDescription: '#646b77',
    colorBorder: '#d9dde3',
    colorBorderSecondary: '#eceff3',
    colorBgLayout: '#f5f6f8',
    colorError: '#cf1322',
    motionDurationMid: '0.12s',
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    fontFamily: "system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
  },
  components: {
    Button: {
      colorPrimary: text,
      colorPrimaryHover: hover,
      colorPrimaryActive: active,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Table: {
      cellPaddingBlockSM: 5,
      cellPaddingInlineSM: 8,
      headerBg: '#f7f8fa',
      rowHoverBg: '#f7f9fc',
      rowSelectedBg: softer,
      rowSelectedHoverBg: soft,
      cellFontSizeSM: 13,
    },
    Menu: {
      itemHeight: 36,
      itemSelectedColor: text,
      subMenuItemSelectedColor: text,
      itemSelectedBg: softer,
      itemMarginInline: 8,
      itemBorderRadius: 4,
    },
    Tree: { titleHeight: 28, nodeSelectedBg: soft },
    Tabs: { cardHeight: 32, itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text },
    Form: { itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
    Drawer: { paddingLG: 16 },
  },
})
