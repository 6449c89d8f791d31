import type { ThemeConfig } from 'antd'

/** The default theme colour (specification, section 9) and the darker shade of it that text needs for 4.5:1 on white. */
const themeColour = '#3296fa'
const textShade = '#1a6fc4'

export const theme: ThemeConfig = {
  hashed: false,
  token: {
    colorPrimary: themeColour,
    colorInfo: themeColour,
    colorLink: textShade,
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
      colorPrimary: textShade,
      colorPrimaryHover: '#155a9f',
      colorPrimaryActive: '#104678',
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Table: {
      cellPaddingBlockSM: 5,
      cellPaddingInlineSM: 8,
      headerBg: '#f7f8fa',
      rowHoverBg: '#f7f9fc',
      rowSelectedBg: '#eff7ff',
      rowSelectedHoverBg: '#edf5ff',
      cellFontSizeSM: 13,
    },
    Menu: {
      itemHeight: 36,
      itemSelectedColor: textShade,
      subMenuItemSelectedColor: textShade,
      itemSelectedBg: '#eff7ff',
      itemMarginInline: 8,
      itemBorderRadius: 4,
    },
    Tree: { titleHeight: 28, nodeSelectedBg: '#edf5ff' },
    Tabs: { cardHeight: 32, itemSelectedColor: textShade },
    Form: { itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
    Drawer: { paddingLG: 16 },
  },
}
