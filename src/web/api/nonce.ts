/** The nonce of this page's style rules (docs/spec/security.md#page-policy). */
export const nonce = document.querySelector('meta[property=csp-nonce]')?.getAttribute('content') ?? ''

// Some components measure with a <style> of their own and cannot be told the nonce.
const create = document.createElement.bind(document)
document.createElement = (tag: string, options?: ElementCreationOptions) => {
  const element = create(tag, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
// Some icons bring one inside their drawing.
const createNs = document.createElementNS.bind(document) as (space: string | null, tag: string) => Element
document.createElementNS = ((space: string | null, tag: string) => {
  const element = createNs(space, tag)
  if (element instanceof SVGStyleElement) element.nonce = nonce
  return element
}) as typeof document.createElementNS
