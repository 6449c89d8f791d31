import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import { guardedLookup, NoAnswer, NotOutside, requireOutside } from '#server/base/guardedFetch.ts'
import { type Adapter, type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import { sendInTurn, TryLater } from './imReply.ts'

const milliseconds = 10_000

/**
 * Opens a connection to the mail server, whose address is looked up and judged first. Throws ChannelBroken for one that lies inside,
 * and TryLater where it is not found.
 */
async function openTransport({ settings, allowInside }: ChannelAccess) {
  const { host = '', user, pass } = settings
  const port = Number(settings.port || 465)
  if (!host || !Number.isInteger(port) || port < 1 || port > 65535) throw new ChannelBroken('发信服务器或端口写得不对')
  const isPermitted = allowInside.includes(`${host}:${port}`)
  const isImplicit = port === 465
  return nodemailer.createTransport({
    host: await addressOf(host, port, allowInside),
    port,
    secure: isImplicit,
    // Sends no password in the clear; a relay inside that the operator permits may have no encryption.
    requireTLS: !isImplicit && !isPermitted,
    ignoreTLS: isPermitted && !isImplicit,
    tls: { servername: host },
    ...(user && { auth: { user, pass: pass ?? '' } }),
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function addressOf(host: string, port: number, allowed: readonly string[]): Promise<string> {
  try {
    requireOutside(host, port, allowed)
    return await new Promise<string>((settle, fail) =>
      guardedLookup(host, port, allowed)(host, {}, (error, address) => (error ? fail(error) : settle(String(address)))),
    )
  } catch (error) {
    if (error instanceof NotOutside)
      throw new ChannelBroken('接口地址不能用：发信服务器在内网，要由装系统的人在 ALLOW_INSIDE 里写明', { cause: error })
    throw new TryLater('找不到发信服务器')
  }
}

/** Describes how nodemailer names a failure. */
type MailError = Error & { code?: string; responseCode?: number; command?: string }

const isRefusedSender = ({ responseCode = 0, command, message }: MailError) =>
  (responseCode >= 500 && command === 'MAIL FROM') || (command === 'API' && /sender/i.test(message))

// Tells what became of one; throws for what concerns the server or the account, and so the others too.
function outcomeOf(dlvNo: string, error: MailError, hasLeft: boolean): Outcome {
  const { code, responseCode = 0, command = '' } = error
  if (responseCode === 421) throw new TryLater('发信服务器请稍后再试')
  if (responseCode >= 400 && responseCode < 500) return { dlvNo, is: 'retry', why: '对方的邮件服务器请稍后再试' }
  requireAccount(error)
  if (command === 'API' && code === 'EENVELOPE') return { dlvNo, is: 'failed', why: '邮箱写得不对' }
  if (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command))
    return { dlvNo, is: 'failed', why: `对方的邮件服务器拒收（${responseCode}），请核对邮箱` }
  if (hasLeft) throw new NoAnswer(error.message)
  throw new TryLater('连不上发信服务器')
}

// Throws ChannelBroken for an account, or a sender, that the server refuses.
function requireAccount(error: MailError) {
  if (error.responseCode === 535 || error.code === 'EAUTH') throw new ChannelBroken('发信服务器不认这个账号或授权码，请核对')
  if (isRefusedSender(error)) throw new ChannelBroken('发信服务器不让用这个发件人邮箱，请核对发件人和账号是否一致')
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replaceAll('\n', '<br>')

function mailOf({ settings }: ChannelAccess, { dlvNo, to, title, text, url, isReminder }: Outgoing, onLeaving: () => void) {
  const { from = '' } = settings
  const host =
    from
      .split('@')
      .at(-1)
      ?.replace(/[^\w.-]/g, '') || 'localhost'
  const lines = [text, url && `打开查看：${url}`].filter(Boolean)
  return {
    from,
    to: [{ name: '', address: to }],
    subject: title,
    // Is read when the server is given the mail, and not before: from there on it may have it.
    text: Readable.from(
      (function* () {
        onLeaving()
        yield lines.join('\n\n')
      })(),
    ),
    html: `<p>${escaped(text)}</p>${url && `<p><a href="${escaped(url)}">打开查看</a></p>`}`,
    messageId: `<${dlvNo}@${host}>`,
    ...(isReminder && url && { list: { unsubscribe: { url: new URL('/profile/index', url).href, comment: '' } } }),
  }
}

/** Sends mail through the institution's own mail server, one to each person. */
export const smtp: Adapter = {
  most: 20,
  async send(access, lot) {
    const opening = openTransport(access)
    const send = async (one: Outgoing): Promise<Outcome> => {
      const transport = await opening
      let hasLeft = false
      try {
        await transport.sendMail(mailOf(access, one, () => (hasLeft = true)))
        return { dlvNo: one.dlvNo, is: 'accepted' }
      } catch (error) {
        return outcomeOf(one.dlvNo, error as MailError, hasLeft)
      }
    }
    try {
      return await sendInTurn(
        lot.map((one) => [one]),
        (group) => Promise.all(group.map(send)),
      )
    } finally {
      await opening.then(
        (transport) => transport.close(),
        () => {},
      )
    }
  },
  async test(access) {
    try {
      const transport = await openTransport(access)
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
    } catch (error) {
      if (error instanceof ChannelBroken) throw error
      requireAccount(error as MailError)
      throw new ChannelBroken('连不上发信服务器，请核对地址、端口和加密方式', { cause: error })
    }
  },
}
