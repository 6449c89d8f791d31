/** Sets the default theme colour (docs/spec/page.md#settings-of-the-page). */
export const defaultTheme = '#3296fa'
// Sets the shade of it that its designers chose for text.
const shippedText = '#1a6fc4'

const [white, black, darkCard] = ['#ffffff', '#000000', '#1f1f1f']

/**
 * Describes the shades: `theme` for bars, rings and switches (3:1 on the page), `text` for what is read (4.5:1, also on the
 * tints).
 */
export type ColorScale = { theme: string; text: string; hover: string; active: string; soft: string; softer: string }

/** Returns the shades of a theme colour; of the shipped one where the given one is no colour. */
export function colorScaleOf(given: string = defaultTheme, dark = false): ColorScale {
  const colour = /^#[0-9a-f]{6}$/i.test(given) ? given.toLowerCase() : defaultTheme
  return dark ? onDark(colour) : onLight(colour)
}

function onLight(colour: string): ColorScale {
  const theme = reaching(colour, black, 3, white)
  const [soft, softer] = [mixed(theme, white, 0.09), mixed(theme, white, 0.08)]
  const text = colour === defaultTheme ? shippedText : reaching(theme, black, 4.6, soft)
  return { theme, text, hover: mixed(text, black, 0.81), active: mixed(text, black, 0.63), soft, softer }
}

function onDark(colour: string): ColorScale {
  const theme = reaching(colour, white, 3, darkCard)
  const [soft, softer] = [mixed(theme, darkCard, 0.2), mixed(theme, darkCard, 0.14)]
  const text = reaching(theme, white, 5, soft)
  return { theme, text, hover: mixed(text, white, 0.8), active: mixed(text, darkCard, 0.85), soft, softer }
}

const partsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes two colours by the share of the first. */
function mixed(one: string, other: string, share: number): string {
  const rest = partsOf(other)
  const parts = partsOf(one).map((part, i) => Math.round(part * share + (rest[i] ?? 0) * (1 - share)))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Mixes a colour with another until it has the contrast on its ground. */
function reaching(colour: string, towards: string, ratio: number, ground: string): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const shade = mixed(colour, towards, share)
    if (contrast(shade, ground) >= ratio) return shade
  }
  return towards
}

/** Returns the contrast as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
