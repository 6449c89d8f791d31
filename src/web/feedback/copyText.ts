import { toast } from './toast.ts'

/** Copies a text and tells so with `said`; also where the page came over plain http, which has no clipboard. */
export async function copyText(text: string, said: string) {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied || copyFromField(text)) toast.success(said)
  else toast.error('浏览器不允许复制，请在浏览器的网站设置里允许')
}

// Copies through a text field that nobody sees: the one way without a clipboard.
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  const before = document.activeElement
  const place = before?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
