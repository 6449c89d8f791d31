/** Describes the colours of a chart: those of the page as it is shown now. */
export type ChartTheme = {
  series: string[]
  text: string
  grey: string
  line: string
  ground: string
  font: string
  /** Tells whether series differ by more than colour, with printed values (docs/spec/lists.md#charts). */
  isWeak: boolean
  isStill: boolean
}

/** Returns the present colours of the page. */
export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    series: [1, 2, 3, 4, 5, 6].map((at) => colour(`series-${at}`)),
    text: colour('text'),
    grey: colour('second'),
    line: colour('line'),
    ground: colour('surface'),
    font: getComputedStyle(document.body).fontFamily,
    isWeak: document.documentElement.dataset['weak'] === '1',
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }
}

/** Calls back whenever the colours of the page may have changed; returns a function that stops it. */
export function watchChartTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-weak'] })
  return () => observer.disconnect()
}
