import type { ThemeConfig } from 'antd'
import darkAlgorithm from 'antd/es/theme/themes/dark'
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useAppearance } from './appearance.ts'
import { type ColorScale, colorScaleOf } from './colorScale.ts'
import { mediaHook } from '#web/page/useMedia.ts'

let enterprises: string | undefined
const listeners = new Set<() => void>()

/** Shows the page in an enterprise's colour; without one in the shipped one. Whoever chose a colour keeps that. */
export function showTheme(colour: string | undefined) {
  if (colour === enterprises) return
  enterprises = colour
  for (const tell of listeners) tell()
}

function listen(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

const usePrefersDark = mediaHook('(prefers-color-scheme: dark)')

/** Returns the present theme of the page; its colours are also variables of the style sheets. */
export function useTheme(): ThemeConfig {
  const { look } = useAppearance()
  const given = useSyncExternalStore(listen, () => enterprises)
  const prefersDark = usePrefersDark()
  const dark = look.mode === 'dark' || (look.mode === 'system' && prefersDark)
  const colour = look.theme ?? given
  const shades = useMemo(() => colorScaleOf(colour, dark), [colour, dark])
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    for (const [name, value] of Object.entries(shades)) style.setProperty(`--${name}`, value)
    dataset['theme'] = dark ? 'dark' : 'light'
    dataset['weak'] = look.weakColours ? '1' : '0'
  }, [shades, dark, look.weakColours])
  return useMemo(() => themeOf(shades, dark), [shades, dark])
}

// Repeats the greys of tokens.css.
const light = {
  colorText: '#1f2329',
  colorTextSecondary: '#595f69',
  colorTextTertiary: '#646b77',
  colorTextPlaceholder: '#646b77',
  colorTextDescription: '#646b77',
  colorBorder: '#d9dde3',
  colorBorderSecondary: '#eceff3',
  colorBgLayout: '#f5f6f8',
  colorError: '#cf1322',
}
const dark: typeof light & Record<string, string> = {
  colorText: '#e6e8eb',
  colorTextSecondary: '#b3b9c2',
  colorTextTertiary: '#a3a9b3',
  colorTextPlaceholder: '#a3a9b3',
  colorTextDescription: '#a3a9b3',
  colorBorder: '#42464d',
  colorBorderSecondary: '#303338',
  colorBgLayout: '#141414',
  colorBgContainer: '#1f1f1f',
  colorBgElevated: '#262729',
  colorError: '#ff7875',
}

const exactly =
  (colours: Record<string, string>): typeof darkAlgorithm =>
  (seed, map = darkAlgorithm(seed)) => ({ ...map, ...colours })

const themeOf = ({ theme, text, hover, active, soft }: ColorScale, isDark: boolean): ThemeConfig => ({
  hashed: false,
  cssVar: { key: 'css-var' },
  // Takes the styles of antd from the sheets that the build wrote.
  zeroRuntime: import.meta.env.PROD,
  // Keeps the measured colours, which the algorithm of dark mode would dim.
  ...(isDark && { algorithm: [darkAlgorithm, exactly({ colorLink: text, colorError: dark.colorError })] }),
  token: {
    ...(isDark ? dark : light),
    colorPrimary: theme,
    colorInfo: theme,
    colorLink: text,
    // Colours the ring around what has the focus.
    colorPrimaryBorder: text,
    borderRadius: 4,
    borderRadiusLG: 6,
    borderRadiusSM: 2,
    fontSize: 14,
    fontSizeSM: 12,
    lineHeight: 1.5,
    controlHeight: 32,
    controlHeightSM: 24,
    controlHeightLG: 40,
    motionDurationMid: '0.12s',
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    fontFamily: "system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
  },
  components: {
    Button: {
      colorPrimary: text,
      primaryColor: isDark ? '#141414' : '#ffffff',
      colorPrimaryHover: hover,
      colorPrimaryActive: active,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    // Draws the ring of the handle in sight.
    Slider: { handleActiveOutlineColor: theme },
    Tree: { titleHeight: 28, nodeSelectedBg: soft },
    Tabs: { cardHeight: 32, itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text },
    Form: { itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
    Drawer: { paddingLG: 16 },
  },
})
