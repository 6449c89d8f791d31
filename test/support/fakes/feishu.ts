import { accessTo, type Heard, type Said, startImServer, tokensOf } from './imServer.ts'

type Member = { phone: string; isAvailable?: boolean }
type Sent = { messageId: string; to: string; uuid: string; content: unknown }

const appId = 'cli_a1b2c3d4'
const appSecret = 'secret-of-the-application'

/** Starts a Feishu that checks what the real one checks; members are listed by their open_id. */
export async function startFeishu(members: Record<string, Member>) {
  const tokens = tokensOf('t', 7200)
  const sent: Sent[] = []
  const recalled: string[] = []
  // Limits how many messages it takes before it wants a pause of so many seconds.
  const state = { isIpAllowed: true, hasBot: true, taken: 0, most: Infinity, pause: 7 }
  const error = (code: number, msg: string, status = 400): Said => ({ status, body: { code, msg } })

  function getToken({ body }: Heard): Said {
    if (body.app_id !== appId) return error(10003, 'invalid param', 200)
    if (body.app_secret !== appSecret) return error(10014, 'app secret invalid', 200)
    return { body: { code: 0, msg: 'ok', tenant_access_token: tokens.issue(), expire: 7200 } }
  }

  function send({ body, query }: Heard): Said {
    if (query.get('receive_id_type') !== 'open_id') return error(230001, 'invalid receive_id_type')
    if (!state.hasBot) return error(230006, 'Bot ability is not activated.')
    const uuid = String(body.uuid ?? '')
    if (uuid.length > 50) return error(230001, 'uuid too long')
    const before = sent.find((one) => one.uuid === uuid)
    if (uuid && before) return { body: { code: 0, msg: 'success', data: { message_id: before.messageId } } }
    if (state.taken >= state.most) {
      const headers = { 'x-ogw-ratelimit-limit': '50', 'x-ogw-ratelimit-reset': String(state.pause) }
      return { status: 429, headers, body: { code: 99991400, msg: 'request trigger frequency limit' } }
    }
    const member = members[String(body.receive_id)]
    if (!member) return error(99992351, 'invalid open_id')
    if (member.isAvailable === false) return error(230013, 'Bot has NO availability to this user.')
    if (body.msg_type !== 'post' || typeof body.content !== 'string') return error(230001, 'content is not a string')
    if (Buffer.byteLength(body.content) > 30 * 1024) return error(230025, 'The length of the message content reaches its limit.')
    const messageId = `om_${sent.length + 1}`
    state.taken += 1
    sent.push({ messageId, to: String(body.receive_id), uuid, content: JSON.parse(body.content) })
    return { body: { code: 0, msg: 'success', data: { message_id: messageId } } }
  }

  function batchGetId({ body, query }: Heard): Said {
    const mobiles = body.mobiles as string[]
    if (query.get('user_id_type') !== 'open_id' || mobiles.length > 50) return error(99992402, 'field validation failed')
    const list = mobiles.map((mobile) => {
      const found = Object.entries(members).find(([, { phone }]) => phone === mobile)
      return found ? { mobile, user_id: found[0] } : { mobile }
    })
    return { body: { code: 0, msg: 'success', data: { user_list: list } } }
  }

  const server = await startImServer((heard) => {
    if (heard.path === '/open-apis/auth/v3/tenant_access_token/internal') return getToken(heard)
    const token = (heard.headers.authorization ?? '').replace(/^Bearer /, '')
    if (!token) return error(99991661, 'Missing access token for authorization')
    if (tokens.state(token) !== 'valid') return error(99991663, 'Invalid access token for authorization')
    if (!state.isIpAllowed) return error(99991401, 'Access denied by ip white list, ip: 203.0.113.9')
    if (heard.path === '/open-apis/im/v1/messages' && heard.method === 'POST') return send(heard)
    if (heard.path === '/open-apis/contact/v3/users/batch_get_id') return batchGetId(heard)
    if (heard.path === '/open-apis/bot/v3/info')
      return state.hasBot ? { body: { code: 0, msg: 'ok', bot: {} } } : error(11205, 'app do not have bot')
    if (heard.path.startsWith('/open-apis/im/v1/messages/') && heard.method === 'DELETE') {
      recalled.push(heard.path.split('/').at(-1) ?? '')
      return { body: { code: 0, msg: 'success', data: {} } }
    }
    return { status: 404, body: 'not found' }
  })
  const settings = { appId, appSecret }
  return {
    ...server,
    settings,
    sent,
    recalled,
    state,
    tokens,
    access: (changed: Record<string, string> = {}, allowed?: string[]) =>
      accessTo(server.target, { ...settings, ...changed }, allowed),
  }
}
