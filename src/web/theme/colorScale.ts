/** Sets the default theme colour (docs/spec/page.md#settings-of-the-page). */
export const defaultTheme = '#3296fa'
// Sets the shade of it that its designers chose: it can be read on white.
const shippedPrimary = '#1a6fc4'

const [white, black, darkSurface] = ['#ffffff', '#000000', '#1b1c1e']

// Sets the share of the colour in the ground of what is chosen.
const tint = 0.08

/**
 * Describes the shades of the one colour of the theme: `primary` fills buttons, ticks and bars and bears white words, `link` is
 * what is read in it (both 4.5:1; by day they are the same), `soft` is the ground of what is chosen.
 */
export type ColorScale = Record<
  'primary' | 'primary-hover' | 'primary-active' | 'link' | 'link-hover' | 'link-active' | 'soft',
  string
>

/** Returns the shades of a theme colour; of the shipped one where the given one is no colour. */
export function colorScaleOf(given: string = defaultTheme, dark = false): ColorScale {
  const colour = /^#[0-9a-f]{6}$/i.test(given) ? given.toLowerCase() : defaultTheme
  return dark ? onDark(colour) : onLight(colour)
}

function onLight(colour: string): ColorScale {
  const primary = colour === defaultTheme ? shippedPrimary : readable(colour)
  const [hover, active] = [mixed(primary, black, 0.81), mixed(primary, black, 0.63)]
  return {
    primary,
    'primary-hover': hover,
    'primary-active': active,
    link: primary,
    'link-hover': hover,
    'link-active': active,
    soft: mixed(primary, white, tint),
  }
}

// Darkens a colour until it can be read also on its own tint.
function readable(colour: string): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const shade = mixed(colour, black, share)
    if (contrast(shade, mixed(shade, white, tint)) >= 4.5) return shade
  }
  return black
}

function onDark(colour: string): ColorScale {
  const primary = reaching(reaching(colour, black, 4.5, white), white, 3, darkSurface)
  const soft = mixed(primary, darkSurface, 0.2)
  const link = reaching(primary, white, 5, soft)
  return {
    primary,
    'primary-hover': mixed(primary, black, 0.88),
    'primary-active': mixed(primary, black, 0.76),
    link,
    'link-hover': mixed(link, white, 0.8),
    'link-active': mixed(link, darkSurface, 0.85),
    soft,
  }
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
