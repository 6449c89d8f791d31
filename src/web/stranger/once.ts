/** Makes a key that a page alone knows, so that what it sends twice is stored once, and that it finds again. */
export function newOnce() {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replaceAll('=', '')
}
