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
  colorTextSecondary: '#646a73',
  colorTextTertiary: '#646a73',
  colorTextPlaceholder: '#6b717a',
  colorTextDescription: '#646a73',
  colorBorder: '#d5d9de',
  colorBorderSecondary: '#e5e7eb',
  colorBgLayout: '#f5f6f7',
  colorError: '#c62a2f',
}
const dark: typeof light & Record<string, string> = {
  colorText: '#e6e8eb',
  colorTextSecondary: '#a9afb8',
  colorTextTertiary: '#a9afb8',
  colorTextPlaceholder: '#a9afb8',
  colorTextDescription: '#a9afb8',
  colorBorder: '#42464d',
  colorBorderSecondary: '#303338',
  colorBgLayout: '#101112',
  colorBgContainer: '#1b1c1e',
  colorBgElevated: '#25272a',
  colorError: '#ff8a87',
}

const exactly =
  (colours: Record<string, string>): typeof darkAlgorithm =>
  (seed, map = darkAlgorithm(seed)) => ({ ...map, ...colours })

const themeOf = (scale: ColorScale, isDark: boolean): ThemeConfig => {
  const { primary, link, soft } = scale
  const primaries = {
    colorPrimary: primary,
    colorPrimaryHover: scale['primary-hover'],
    colorPrimaryActive: scale['primary-active'],
    colorInfo: primary,
    colorLink: link,
  }
  return {
    hashed: false,
    cssVar: { key: 'css-var' },
    // Takes the styles of antd from the sheets that the build wrote.
    zeroRuntime: import.meta.env.PROD,
    // Keeps the measured colours, which the algorithm of dark mode would dim.
    ...(isDark && { algorithm: [darkAlgorithm, exactly({ ...primaries, colorError: dark.colorError })] }),
    token: {
      ...(isDark ? dark : light),
      ...primaries,
      // Colours the ring around what has the focus.
      colorPrimaryBorder: link,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      fontSize: 14,
      fontSizeSM: 12,
      lineHeight: 22 / 14,
      controlHeight: 32,
      controlHeightSM: 24,
      controlHeightLG: 44,
      fontSizeLG: 14,
      motionDurationMid: '0.15s',
      colorInfoBg: soft,
      colorInfoBorder: soft,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      fontFamily: 'var(--font)',
    },
    components: {
      Button: {
        defaultHoverColor: link,
        defaultHoverBorderColor: link,
        defaultActiveColor: link,
        defaultActiveBorderColor: link,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // Stands on red, which is a light one by night.
        dangerColor: isDark ? dark.colorBgLayout : '#ffffff',
        fontWeight: 400,
        iconGap: 6,
        paddingInline: 12,
      },
      Modal: { borderRadiusLG: 12 },
      Steps: { colorPrimaryHover: link },
      // Draws the ring of the handle in sight.
      Slider: { handleActiveOutlineColor: primary },
      Tree: { titleHeight: 32, nodeSelectedBg: soft, indentSize: 16 },
      Tabs: {
        cardHeight: 32,
        // Stands as the tabs of a section do.
        horizontalItemGutter: 24,
        horizontalItemPadding: '8px 0',
        itemSelectedColor: 'var(--text)',
        itemHoverColor: link,
        itemActiveColor: link,
        itemColor: 'var(--second)',
      },
      Form: { itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
      Drawer: { paddingLG: 20 },
    },
  }
}
