/** Makes a browser without a page: keeps cookies, follows nothing by itself, and sends forms back with their hidden fields. */
export function cookieBrowser() {
  const cookies = new Map<string, string>()
  async function go(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.trim().split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    return response
  }
  async function submit(address: string, page: Response, fields: Record<string, string>): Promise<Response> {
    const html = await page.text()
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)]
    const body = new URLSearchParams({ ...Object.fromEntries(hidden.map(([, name, value = '']) => [name, value])), ...fields })
    const action = html.match(/<form[^>]* action="([^"]+)"/)?.[1]
    return go(new URL(action ?? address, address).href, { method: 'POST', body, headers: { referer: address } })
  }
  return { go, submit }
}
