import type { Call } from '#contract/call.ts'
import { trackBusy } from './busy.ts'
import { seeAnswer } from './connection.ts'
import { type Answer, requireSuccess, type In, type Out, buildRequest, callTimeout, unreachableError } from './send.ts'

type OnSent = (percent: number) => void

/** Makes a call that carries a large file, and tells how many per cent of it have been sent; it may be broken off. */
export function sendFile<C extends Call>(call: C, input: In<C>, onSent: OnSent, signal?: AbortSignal): Promise<Answer<C>> {
  return trackBusy(call, () => upload(call, input, onSent, signal))
}

function upload<C extends Call>(call: C, input: In<C>, onSent: OnSent, signal?: AbortSignal): Promise<Answer<C>> {
  const { method, url, headers, body } = buildRequest(call, input)
  return new Promise((resolve, reject) => {
    // Uses XMLHttpRequest, since fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, String(value))
    request.timeout = callTimeout
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onSent(Math.floor((loaded / total) * 100))
    request.onerror = () => reject(unreachableError(call))
    request.ontimeout = request.onerror
    request.onabort = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', () => request.abort())
    request.onload = () => {
      seeAnswer({ headers: new Headers({ 'x-page': request.getResponseHeader('x-page') ?? '' }) })
      try {
        const { result, message } = requireSuccess(request.response, call)
        // Trusts the result: the server checks it against the same contract.
        resolve({ result: result as Out<C>, message, op: request.getResponseHeader('x-operation') ?? '' })
      } catch (error) {
        reject(error)
      }
    }
    request.send(body ?? null)
  })
}
