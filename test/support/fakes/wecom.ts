import { accessTo, type Heard, type Said, startImServer, tokensOf } from './imServer.ts'

type Member = { phone: string; isLicensed?: boolean }
type Parent = { phone: string; isFollowing?: boolean; classId?: number }
type Sent = { msgid: string; to: string[]; message: Record<string, unknown> }

const corpId = 'ww1234567890abcdef'
const corpSecret = 'secret-of-the-application'
const agentId = '1000002'

const bytes = (text: unknown) => Buffer.byteLength(String(text ?? ''))

/**
 * Starts a WeCom that checks what the real one checks; members are listed by their userid, guardians, where the school uses it with
 * families, by their parent_userid.
 */
export async function startWecom(members: Record<string, Member>, parents: Record<string, Parent> = {}) {
  const tokens = tokensOf('wecom', 7200)
  const sent: Sent[] = []
  const recalled: string[] = []
  const state = { isIpAllowed: true, isBlocked: false, isForFamilies: true }
  const lately = new Map<string, number>()
  let misses = 0
  const error = (errcode: number, errmsg: string): Said => ({ body: { errcode, errmsg } })

  function getToken({ query }: Heard): Said {
    if (query.get('corpid') !== corpId) return error(40013, 'invalid corpid')
    if (query.get('corpsecret') !== corpSecret) return error(40001, 'invalid credential')
    return { body: { errcode: 0, errmsg: 'ok', access_token: tokens.issue(), expires_in: 7200 } }
  }

  function send({ body }: Heard): Said {
    const to = String(body.touser ?? '').split('|')
    if (body.agentid !== Number(agentId)) return error(40056, 'invalid agentid')
    if (to.length > 1000) return error(40058, 'touser exceeds 1000')
    const card = body.textcard as Record<string, unknown> | undefined
    const text = body.text as Record<string, unknown> | undefined
    if (body.msgtype === 'textcard' && (!card?.url || !card.title || !card.description)) return error(41006, 'missing field')
    if (bytes(card?.title) > 128 || bytes(card?.description) > 512 || bytes(text?.content) > 2048) return error(45002, 'too long')
    // Names whom it refuses in small letters, as the real one does.
    const known = (name: string) => Object.keys(members).find((one) => one.toLowerCase() === name.toLowerCase())
    const invalid = to.filter((name) => !known(name))
    if (invalid.length === to.length) return error(81013, 'user & party & tag all invalid')
    const unlicensed = to.filter((name) => members[known(name) ?? '']?.isLicensed === false)
    const taken = to.filter((name) => !invalid.includes(name) && !unlicensed.includes(name))
    const count = (name: string) => lately.set(name, (lately.get(name) ?? 0) + 1).get(name) ?? 0
    const msgid = `msg-${sent.length + 1}`
    sent.push({ msgid, to: taken.filter((name) => count(name) <= 30), message: body })
    const small = (names: string[]) => names.join('|').toLowerCase()
    return { body: { errcode: 0, errmsg: 'ok', invaliduser: small(invalid), unlicenseduser: small(unlicensed), msgid } }
  }

  function getUserId({ body }: Heard): Said {
    if (state.isBlocked) return error(45009, 'api freq out of limit')
    const found = Object.entries(members).find(([, { phone }]) => phone === body.mobile)
    if (found) return { body: { errcode: 0, errmsg: 'ok', userid: found[0] } }
    misses += 1
    state.isBlocked = misses > Object.keys(members).length * 0.2
    return error(46004, 'invalid mobile')
  }

  function recall({ body }: Heard): Said {
    if (!sent.some(({ msgid }) => msgid === body.msgid)) return error(40058, 'invalid msgid')
    recalled.push(String(body.msgid))
    return { body: { errcode: 0, errmsg: 'ok' } }
  }

  const departments = [
    { id: 1, name: '学校', parentid: 0, type: 5 },
    { id: 2, name: '一年级', parentid: 1, type: 2 },
    { id: 3, name: '一年级（1）班', parentid: 2, type: 1 },
    { id: 4, name: '一年级（2）班', parentid: 2, type: 1 },
  ]

  function listParents({ query }: Heard): Said {
    const id = Number(query.get('department_id'))
    if (!departments.some((one) => one.id === id)) return error(60003, 'department not found')
    const there = Object.entries(parents).filter(([, { classId = 3 }]) => classId === id)
    const shown = there.map(([name, { phone, isFollowing = true }]) => ({
      parent_userid: name,
      mobile: phone,
      is_subscribe: isFollowing ? 1 : 0,
      children: [],
    }))
    return { body: { errcode: 0, errmsg: 'ok', parents: shown } }
  }

  function sendToParents({ body }: Heard): Said {
    const to = body.to_parent_userid as string[] | undefined
    if (!Array.isArray(to) || to.length === 0 || to.length > 1000) return error(40058, 'invalid to_parent_userid')
    if (body.agentid !== Number(agentId)) return error(40056, 'invalid agentid')
    const [article] = (body.news as { articles: Record<string, unknown>[] } | undefined)?.articles ?? []
    const text = body.text as Record<string, unknown> | undefined
    if (body.msgtype === 'news' && (!article?.url || !article.title)) return error(41006, 'missing field')
    if (bytes(article?.title) > 128 || bytes(article?.description) > 512 || bytes(text?.content) > 2048)
      return error(45002, 'too long')
    const invalid = to.filter((name) => parents[name]?.isFollowing !== true && parents[name]?.isFollowing !== undefined)
    const unknown = to.filter((name) => !parents[name])
    sent.push({ msgid: '', to: to.filter((name) => !invalid.includes(name) && !unknown.includes(name)), message: body })
    return { body: { errcode: 0, errmsg: 'ok', invalid_parent_userid: [...invalid, ...unknown] } }
  }

  const schoolCalls: Record<string, (heard: Heard) => Said> = {
    '/cgi-bin/school/department/list': () => ({ body: { errcode: 0, errmsg: 'ok', departments } }),
    '/cgi-bin/school/user/list_parent': listParents,
    '/cgi-bin/externalcontact/message/send': sendToParents,
  }

  const server = await startImServer((heard) => {
    if (heard.path === '/cgi-bin/gettoken') return getToken(heard)
    const token = tokens.state(heard.query.get('access_token') ?? '')
    if (token === 'unknown') return error(40014, 'invalid access_token')
    if (token === 'old') return error(42001, 'access_token expired')
    if (!state.isIpAllowed) return error(60020, 'not allow to access from your ip, hint: [1], from ip: 203.0.113.9, more info at')
    const ofSchool = schoolCalls[heard.path]
    if (ofSchool) return state.isForFamilies ? ofSchool(heard) : error(48002, 'api forbidden')
    if (heard.path === '/cgi-bin/message/send' && heard.method === 'POST') return send(heard)
    if (heard.path === '/cgi-bin/user/getuserid' && heard.method === 'POST') return getUserId(heard)
    if (heard.path === '/cgi-bin/message/recall' && heard.method === 'POST') return recall(heard)
    if (heard.path === '/cgi-bin/agent/get')
      return heard.query.get('agentid') === agentId ? error(0, 'ok') : error(301002, 'not allow operate another agent')
    return { status: 404, body: 'not found' }
  })
  const settings = { corpId, corpSecret, agentId }
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
