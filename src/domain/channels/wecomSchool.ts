import type { ChannelAccess, Outcome, Outgoing } from './adapter.ts'
import { asRead, cutBytes, eachOf, nationalPhone, withoutTags } from './imReply.ts'
import { agentOf, call, post, saidBy } from './wecomCall.ts'

// Says that the school does not use WeCom with its families, or has not opened this application to them.
const notForFamilies = [48002, 60011, 60020]
const classType = 1

/**
 * Returns under which names WeCom knows guardians by their phones: those whom the school entered in its 家校通讯录 and who follow its
 * notices. Null for all where the school does not use it.
 */
export async function findGuardians(access: ChannelAccess, phones: readonly string[]): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>(phones.map((phone) => [phone, null]))
  const tree = await asRead(call(access, '/cgi-bin/school/department/list', {}, notForFamilies))
  if (tree.errcode !== 0) return found
  const wanted = new Map(phones.map((phone) => [nationalPhone(phone), phone]))
  for (const { id, type } of tree.departments ?? []) {
    if (type !== classType) continue
    const { parents } = await asRead(call(access, `/cgi-bin/school/user/list_parent?department_id=${id}`, {}, notForFamilies))
    for (const { parent_userid, mobile, is_subscribe } of parents ?? []) {
      const phone = wanted.get(mobile ?? '')
      if (phone && is_subscribe === 1) found.set(phone, parent_userid)
    }
  }
  return found
}

/** Sends a notice of the school to guardians, which opens a page; it cannot be recalled. */
export async function sendToGuardians(access: ChannelAccess, group: readonly Outgoing[]): Promise<Outcome[]> {
  const [first] = group
  if (!first) return []
  const to = { recv_scope: 0, toall: 0, to_parent_userid: group.map((one) => one.to), agentid: agentOf(access) }
  const reply = await call(access, '/cgi-bin/externalcontact/message/send', post({ ...to, ...noticeOf(first) }), notForFamilies)
  if (notForFamilies.includes(reply.errcode))
    return eachOf(group, { is: 'failed', why: '学校没有在企业微信的家校沟通里把这个应用设为家长可使用' })
  if (reply.errcode !== 0) return eachOf(group, { is: 'failed', why: `企业微信没有收下：${saidBy(reply)}` })
  const invalid = new Set(reply.invalid_parent_userid)
  return group.map(
    ({ dlvNo, to: name }): Outcome =>
      invalid.has(name)
        ? { dlvNo, is: 'failed', why: '企业微信的家校通讯录里没有这位家长，或没有关注学校通知' }
        : { dlvNo, is: 'accepted' },
  )
}

function noticeOf({ title, text, url }: Outgoing) {
  const words = withoutTags(text)
  if (!url) return { msgtype: 'text', text: { content: cutBytes(`${withoutTags(title)}\n${words}`, 2048) } }
  const article = { title: cutBytes(withoutTags(title), 128), description: cutBytes(words || '请点开查看', 512), url }
  return { msgtype: 'news', news: { articles: [article] } }
}
