/** The nonce of this page's style rules (security, R12b). */
export const nonce = document.querySelector('meta[property=csp-nonce]')?.getAttribute('content') ?? ''

// Some components measure with a <style> of their own and cannot be told the nonce.
const create = document.createElement.bind(document)
document.createElement = (tag: string, options?: ElementCreationOptions) => {
  const element = create(tag, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
