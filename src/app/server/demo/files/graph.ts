import { pngOf } from './crayons.ts'

const unit = 80
const colours = { paper: '#fcfcf8', grid: '#dee6ee', axis: '#5a626e', curve: '#3296fa' }

/** Draws the graph of a function on squared paper, as it is projected in a lesson. */
export function graphFile(heightAt: (x: number) => number, width = 1920, height = 1280): Promise<Buffer> {
  const [middle, centre] = [width / 2, height / 2]
  const lines = (size: number, at: (i: number) => string) =>
    Array.from({ length: size / unit + 1 }, (_, i) => at(i * unit)).join('')
  const grid = lines(width, (x) => `M${x} 0V${height}`) + lines(height, (y) => `M0 ${y}H${width}`)
  const ticks =
    lines(width, (x) => `M${x} ${centre - 9}V${centre + 9}`) + lines(height, (y) => `M${middle - 9} ${y}H${middle + 9}`)
  const arrows = `M${width - 26} ${centre - 14}L${width - 4} ${centre}L${width - 26} ${centre + 14}M${middle - 14} 26L${middle} 4L${middle + 14} 26`
  const points = Array.from({ length: width / 4 + 1 }, (_, i) => {
    const px = i * 4
    const y = centre - heightAt((px - middle) / unit) * unit
    return `${px} ${Math.round(Math.max(-unit, Math.min(height + unit, y)))}`
  })
  return pngOf(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">
<rect width="100%" height="100%" fill="${colours.paper}"/><path d="${grid}" stroke="${colours.grid}" stroke-width="2"/>
<path d="M0 ${centre}H${width}M${middle} 0V${height}${ticks}${arrows}" stroke="${colours.axis}" stroke-width="4"/>
<path d="M${points.join('L')}" stroke="${colours.curve}" stroke-width="8"/></svg>`)
}
