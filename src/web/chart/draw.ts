import type { EChartsCoreOption } from 'echarts/core'
import { formatCount } from '#web/page/format.ts'
import type { ChartLook } from './look.ts'

/** Draws amounts to compare them: bars under each other, the first on top, with their values. */
export const drawBars =
  (bars: { name: string; value: number }[]) =>
  ({ text, grey }: ChartLook): EChartsCoreOption => ({
    grid: { left: 8, right: 48, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      axisPointer: { type: 'none' },
      data: bars.map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: text, width: 112, overflow: 'truncate', ellipsis: '…', interval: 0 },
    },
    series: [
      {
        type: 'bar',
        data: bars.map(({ value }) => value),
        barMaxWidth: 16,
        barMinHeight: 2,
        label: { show: true, position: 'right', color: grey, formatter: ({ value }: { value: number }) => formatCount(value) },
        itemStyle: { borderRadius: [0, 2, 2, 0] },
      },
    ],
  })

type Line = { name: string; values: number[] }

/** Draws amounts over days. */
export const drawLines =
  (days: string[], lines: Line[]) =>
  ({ grey, line, isWeak }: ChartLook): EChartsCoreOption => ({
    grid: { left: 8, right: 16, top: 40, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: { top: 0, right: 0, textStyle: { color: grey }, icon: 'roundRect', itemWidth: 16, itemHeight: 4 },
    xAxis: {
      type: 'category',
      data: days,
      boundaryGap: false,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { color: grey, showMaxLabel: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      axisLabel: { color: grey },
      splitLine: { lineStyle: { color: line } },
    },
    series: lines.map(({ name, values }, at) => ({
      type: 'line',
      name,
      data: values,
      symbol: isWeak ? ['circle', 'triangle', 'rect', 'diamond', 'pin', 'arrow'][at] : 'none',
      symbolSize: 8,
      lineStyle: { width: 2, ...(isWeak && { type: at % 2 === 0 ? 'solid' : 'dashed' }) },
      label: { show: isWeak, position: 'top', color: grey },
      labelLayout: { hideOverlap: true },
    })),
  })

/** Draws amounts by their parts: columns beside each other, their parts on top of one another. */
export const drawStacks =
  (names: string[], parts: Line[]) =>
  ({ text, grey, line }: ChartLook): EChartsCoreOption => ({
    grid: { left: 8, right: 16, top: 40, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: { top: 0, right: 0, textStyle: { color: grey }, icon: 'roundRect', itemWidth: 16, itemHeight: 8 },
    xAxis: {
      type: 'category',
      data: names,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { color: text, interval: 0, hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: { color: grey }, splitLine: { lineStyle: { color: line } } },
    series: parts.map(({ name, values }) => ({ type: 'bar', stack: 'all', name, data: values, barMaxWidth: 32 })),
  })
