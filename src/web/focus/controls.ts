const pressable = [
  'a[href]',
  'button:enabled',
  'input:enabled:not([type=hidden])',
  'select:enabled',
  'textarea:enabled',
  'summary',
  '[tabindex]:not([tabindex="-1"])',
].join()

/** Lists what can take the focus in an element, in its order; not what is hidden. */
export const inside = (element: Element) =>
  [...element.querySelectorAll<HTMLElement>(pressable)].filter((one) => one.checkVisibility({ visibilityProperty: true }))

/** Tells whether keys at this element write or choose something in it, so that they are not ours. */
export const isTyping = (element: HTMLElement) =>
  element.isContentEditable ||
  element.matches('textarea, select, [role=combobox], input:not([type=checkbox], [type=radio], [type=button])')
