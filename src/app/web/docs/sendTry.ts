import { readToken, stampTime } from '#web/api/session.ts'
import type { DocCall } from './description.ts'

export type Reply = { status: number; ms: number; bytes: number; text: string; file?: { url: string; name: string } }

// Limits the length of a shown answer.
const longest = 200_000

/** Sends what was typed, as the user of this browser tab; throws where it could not be sent. */
export async function sendTry({ path, method, body }: DocCall, given: string | FormData): Promise<Reply> {
  const token = readToken()
  const isJson = body === 'json'
  if (isJson && !isReadable(String(given))) throw new Error('请求体不是正确的 JSON，请检查引号和逗号')
  const url = given instanceof FormData && body === 'query' ? `${path}?${queryOf(given)}` : path
  const begin = performance.now()
  const response = await fetch(url, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== 'query' && { body: given instanceof FormData ? filled(given) : given }),
  }).catch(() => {
    throw new Error('网络连接失败，请检查网络后重试')
  })
  const content = await response.blob()
  const facts = { status: response.status, ms: Math.round(performance.now() - begin), bytes: content.size }
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    const named = response.headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
    return { ...facts, text: '', file: { url: URL.createObjectURL(content), name: decodeURIComponent(named ?? 'file') } }
  }
  const envelope = JSON.parse(await content.text()) as { code: number }
  if (token && envelope.code === 0) stampTime()
  const text = JSON.stringify(envelope, null, 2)
  return { ...facts, text: text.length > longest ? `${text.slice(0, longest)}\n……` : text }
}

function isReadable(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isFilled = (value: FormDataEntryValue) => (typeof value === 'string' ? value !== '' : value.size > 0)

const queryOf = (form: FormData) =>
  new URLSearchParams([...form].flatMap(([name, value]) => (isFilled(value) ? [[name, String(value)]] : []))).toString()

function filled(form: FormData): FormData {
  const sent = new FormData()
  for (const [name, value] of form) if (isFilled(value)) sent.set(name, value)
  return sent
}
