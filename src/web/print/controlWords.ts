const text = (one: Element | null | undefined) => one?.textContent?.trim() ?? ''

/** Returns what is filled in at one place of a form, in words; undefined where it shows something else than words. */
export function controlWords(place: HTMLElement): string | undefined {
  if (place.querySelector('img, canvas, table, .attachments')) return undefined
  const boxes = [...place.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')]
  if (boxes.length > 0) return listed(boxes.filter(({ checked }) => checked).map(wordsOfBox))
  const toggle = place.querySelector('[role=switch]')
  if (toggle) return toggle.ariaChecked === 'true' ? '是' : '否'
  const selects = [...place.querySelectorAll('.ant-select')].map(wordsOfSelect)
  const inputs = [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    .filter((one) => !one.closest('.ant-select') && one.type !== 'hidden')
    .map(({ value }) => value.trim())
  return listed([...selects, ...inputs])
}

const listed = (words: readonly string[]) => words.filter(Boolean).join(' ') || '–'

const wordsOfBox = (box: HTMLInputElement) => text(box.closest('label')) || '是'

// Reads what a select shows as chosen: one thing, or several.
function wordsOfSelect(select: Element): string {
  const several = [...select.querySelectorAll('.ant-select-selection-item')].map(text).filter(Boolean)
  if (several.length > 0) return several.join('、')
  const content = select.querySelector('.ant-select-content-has-value')
  return content?.getAttribute('title') || text(content)
}
