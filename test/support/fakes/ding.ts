import { accessTo, type Heard, type Said, startImServer, tokensOf } from './imServer.ts'

type Member = { phone: string; hasRead?: boolean }
type Task = {
  to: string[]
  invalid: string[]
  forbidden: { userid: string; code: string }[]
  message: unknown
  isRecalled: boolean
}

const appKey = 'dingkey1234567890'
const appSecret = 'secret-of-the-application'
const agentId = '3141592653'
const ofWork = '/topapi/message/corpconversation'

/** Starts a DingTalk that checks what the real one checks; members are listed by their userid. */
export async function startDing(members: Record<string, Member>) {
  const tokens = tokensOf('ding', 7200)
  const tasks = new Map<number, Task>()
  const state = { isIpAllowed: true, isAuthorised: true }
  // Counts how often a person got the same words today.
  const today = new Set<string>()
  const error = (errcode: number, errmsg: string): Said => ({ body: { errcode, errmsg, request_id: 'r1' } })
  const below = (code: string, message: string): Said => ({
    body: { errcode: 88, sub_code: code, sub_msg: message, errmsg: `ding talk error[subcode=${code},submsg=${message}]` },
  })

  function getToken({ query }: Heard): Said {
    if (query.get('appkey') !== appKey || query.get('appsecret') !== appSecret) return error(40089, '不合法的appkey或appsecret')
    return { body: { errcode: 0, errmsg: 'ok', access_token: tokens.issue(), expires_in: 7200 } }
  }

  function send({ body }: Heard): Said {
    const to = String(body.userid_list ?? '').split(',')
    if (body.agent_id !== Number(agentId)) return error(70003, 'agentid对应微应用不存在')
    if (to.length > 100) return error(40035, 'userid_list 超过 100')
    const message = JSON.stringify(body.msg)
    if (Buffer.byteLength(message) > 2048) return error(34016, '消息内容长度超过限制')
    const invalid = to.filter((name) => !members[name])
    if (invalid.length === to.length) return error(33012, '无效的USERID')
    const same = to.filter((name) => today.has(`${name} ${message}`))
    const taken = to.filter((name) => !invalid.includes(name) && !same.includes(name))
    for (const name of taken) today.add(`${name} ${message}`)
    const task = 2_560_000_000_000 + tasks.size
    // Says that all of it was taken, and tells only with the results what became of it.
    const forbidden = same.map((userid) => ({ userid, code: '143106' }))
    tasks.set(task, { to: taken, invalid, forbidden, message: body.msg, isRecalled: false })
    return { body: { errcode: 0, errmsg: 'ok', task_id: task, request_id: 'r1' } }
  }

  function results({ body }: Heard): Said {
    const task = tasks.get(Number(body.task_id))
    if (!task || body.agent_id !== Number(agentId)) return error(40035, '不合法的参数')
    const sendResult = {
      invalid_user_id_list: task.invalid,
      forbidden_user_id_list: task.forbidden.map(({ userid }) => userid),
      failed_user_id_list: [],
      read_user_id_list: task.to.filter((name) => members[name]?.hasRead),
      unread_user_id_list: task.to.filter((name) => !members[name]?.hasRead),
      invalid_dept_id_list: [],
      forbidden_list: task.forbidden.map((one) => ({ ...one, count: 1 })),
    }
    return { body: { errcode: 0, errmsg: 'ok', send_result: sendResult } }
  }

  function recall({ body }: Heard): Said {
    const task = tasks.get(Number(body.msg_task_id))
    if (!task) return error(40035, '不合法的参数')
    task.isRecalled = true
    return { body: { errcode: 0, errmsg: 'ok' } }
  }

  function getByMobile({ body }: Heard): Said {
    const found = Object.entries(members).find(([, { phone }]) => phone === body.mobile)
    return found ? { body: { errcode: 0, errmsg: 'ok', result: { userid: found[0] } } } : error(60121, '找不到该用户')
  }

  const server = await startImServer((heard) => {
    if (heard.path === '/gettoken') return getToken(heard)
    const token = tokens.state(heard.query.get('access_token') ?? '')
    if (token !== 'valid') return token === 'old' ? error(42001, 'access_token超时') : below('40014', '不合法的access_token')
    if (!state.isIpAllowed) return error(60020, '访问ip不在白名单之中,request ip=203.0.113.9 appKey(dingkey)')
    if (!state.isAuthorised) return below('60011', '没有调用该接口的权限')
    if (heard.path === `${ofWork}/asyncsend_v2`) return send(heard)
    if (heard.path === `${ofWork}/getsendresult`) return results(heard)
    if (heard.path === `${ofWork}/recall`) return recall(heard)
    if (heard.path === '/topapi/v2/user/getbymobile') return getByMobile(heard)
    if (heard.path === '/auth/scopes') return error(0, 'ok')
    return { status: 404, body: 'not found' }
  })
  const settings = { appKey, appSecret, agentId }
  return {
    ...server,
    settings,
    tasks,
    state,
    tokens,
    below,
    access: (changed: Record<string, string> = {}, allowed?: string[]) =>
      accessTo(server.target, { ...settings, ...changed }, allowed),
  }
}
