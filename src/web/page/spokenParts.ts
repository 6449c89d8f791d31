// Gives in Chinese what parts of the library call themselves; what only a picture is called is left out.
const words: Record<string, string> = {
  Clear: '清除',
  Close: '关闭',
  remove: '移除',
  'expanded dropdown': '更多页',
  'Increase Value': '加',
  'Decrease Value': '减',
  'segmented control': '切换',
}

const hide = (part: Element) => {
  part.removeAttribute('role')
  part.removeAttribute('aria-label')
  part.setAttribute('aria-hidden', 'true')
}
const name = (part: HTMLElement) => {
  const word = words[part.getAttribute('aria-label') ?? '']
  if (word) part.setAttribute('aria-label', word)
}

/** Lists the parts that the library draws for nobody who listens, each with what makes it right. */
const parts: [selector: string, mend: (part: HTMLElement) => void][] = [
  ['.anticon[role=img]', (icon) => !/\p{Script=Han}/u.test(icon.ariaLabel ?? '') && icon.tabIndex < 0 && hide(icon)],
  ['[aria-label]', name],
  // Names the arrows of a pager, which only their places are named; leaps over pages are named by theirs.
  [
    'button.ant-pagination-item-link',
    (arrow) => {
      const title = arrow.closest('li')?.title
      if (title) arrow.setAttribute('aria-label', title)
    },
  ],
  ['.ant-tabs-tab [aria-live]', (place) => place.textContent?.startsWith('Tab ') && place.replaceChildren()],
  // Offers to make up a password for a list of choices, if it is left.
  ['input[autocomplete=new-password]:not([type=password])', (input) => input.setAttribute('autocomplete', 'off')],
  [
    '.ant-select-dropdown, .ant-cascader-dropdown',
    (choices) => {
      choices.setAttribute('role', 'region')
      choices.setAttribute('aria-label', '可选的值')
    },
  ],
  // Is what its box says that it opens, under the name that the box has for it.
  [
    '.ant-tree-select-dropdown .ant-select-tree',
    (tree) => {
      const opened = document.activeElement?.getAttribute('aria-controls')
      if (opened && !document.getElementById(opened)) tree.id = opened
    },
  ],
  [
    '.ant-select-dropdown .rc-virtual-list-holder, .ant-select-dropdown-list-holder',
    (list) => list.setAttribute('tabindex', '0'),
  ],
]

function mend(root: HTMLElement) {
  for (const [selector, change] of parts) {
    if (root.matches(selector)) change(root)
    for (const part of root.querySelectorAll<HTMLElement>(selector)) change(part)
  }
}

/** Makes the parts of the library right for screen readers and password managers, as they are drawn. */
export function watchSpokenParts() {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof HTMLElement) mend(node)
  }).observe(document.documentElement, { childList: true, subtree: true })
}
