// Lists the routes that are no pages of the frame or of a portal.
const entrances = ['/login', '/editpwd', '/login/sso', '/login/cas', '/login/transitPage', '/resource/login']

/**
 * Returns a path as this page writes it: without slashes at its end, and the ways in and the portals in their own letters
 * (docs/spec/page.md#routes). The frame knows the letters of its own pages.
 */
export function tidyPath(path: string): string {
  const plain = path.replace(/\/+$/, '') || '/'
  const small = plain.toLowerCase()
  const entrance = entrances.find((one) => one.toLowerCase() === small)
  return entrance ?? (/^\/(vam\/prtl|resource)(\/|$)/.test(small) ? small : plain)
}
