import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use as include } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ChartTheme, readChartTheme, watchChartTheme } from './chartTheme.ts'
import './chart.css'

include([BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, LabelLayout, CanvasRenderer])

export type Draw = (theme: ChartTheme) => EChartsCoreOption

/** Draws a chart on a canvas that follows the size and the colours of the page; its text stands elsewhere. */
export default function ChartCanvas({ draw }: { draw: Draw }) {
  const place = useRef<HTMLDivElement>(null)
  const optionNow = useEffectEvent(() => {
    const theme = readChartTheme()
    return { ...common(theme), ...draw(theme) }
  })
  useEffect(() => {
    let remove: (() => void) | undefined
    // Begins in a task of its own, so that several charts of a page do not keep it busy in one.
    const timer = setTimeout(() => {
      const box = place.current
      // Draws nothing for a page that was left meanwhile.
      if (!box) return
      const chart = init(box, null, { renderer: 'canvas' })
      const redraw = () => chart.setOption(optionNow(), true)
      redraw()
      const forget = watchChartTheme(redraw)
      const sizes = new ResizeObserver(() => chart.resize())
      sizes.observe(box)
      remove = () => {
        forget()
        sizes.disconnect()
        chart.dispose()
      }
    })
    return () => {
      clearTimeout(timer)
      remove?.()
    }
  }, [draw])
  return <div ref={place} className="chart-canvas" aria-hidden />
}

const common = ({ series, text, grey, line, ground, font, isWeak, isStill }: ChartTheme): EChartsCoreOption => ({
  color: series,
  animation: !isStill,
  textStyle: { color: grey, fontFamily: font, fontSize: 12 },
  aria: { enabled: isWeak, decal: { show: isWeak } },
  // Draws the tooltip on the canvas too: in the page it would carry styles that the policy does not allow.
  tooltip: {
    trigger: 'axis',
    renderMode: 'richText',
    confine: true,
    backgroundColor: ground,
    borderColor: line,
    axisPointer: { lineStyle: { color: line } },
    textStyle: { color: text, fontSize: 13 },
  },
})
