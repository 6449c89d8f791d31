/** Holds the nonce of this page's style rules (docs/spec/security.md#page-policy); empty where the page has none. */
export const nonce = document.querySelector('meta[property=csp-nonce]')?.getAttribute('content') ?? ''

// Adds the nonce to components that measure with a <style> of their own.
const create = document.createElement.bind(document)
document.createElement = (tag: string, options?: ElementCreationOptions) => {
  const element = create(tag, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
// Adds the nonce to icons with a style inside their drawing.
const createNs = document.createElementNS.bind(document) as (space: string | null, tag: string) => Element
document.createElementNS = ((space: string | null, tag: string) => {
  const element = createNs(space, tag)
  if (element instanceof SVGStyleElement) element.nonce = nonce
  return element
}) as typeof document.createElementNS
