import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { accessTo, messageTo } from '../../../test/support/fakes/imServer.ts'
import { ChannelBroken } from './adapter.ts'
import { smtp } from './smtp.ts'

const opened: SMTPServer[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

const refused = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

/** Opens a mail server that wants a password, refuses and delays some, and may break off after it has taken a mail. */
async function openMailbox({ breaksOff = false } = {}) {
  const mails: { to: string; raw: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === 'office' && password === 'right') return done(null, { user: username })
      done(refused(535))
    },
    onMailFrom({ address }, _, done) {
      done(address.startsWith('stranger') ? refused(553) : null)
    },
    onRcptTo({ address }, _, done) {
      done(address.startsWith('gone') ? refused(550) : address.startsWith('grey') ? refused(451) : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(parts).toString() })
        if (breaksOff)
          for (const connection of server.connections as Set<{ _socket: { destroy(): void } }>) connection._socket.destroy()
        else done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(server)
  const { port } = server.server.address() as AddressInfo
  const target = `127.0.0.1:${port}`
  const settings = { host: '127.0.0.1', port: String(port), user: 'office', pass: 'right', from: 'office@school.cn' }
  return {
    mails,
    access: (changed: Record<string, string> = {}, allowed = [target]) => accessTo(target, { ...settings, ...changed }, allowed),
  }
}

test('each person gets a mail of their own, with the number of the delivery, and markup stays words', async () => {
  const { mails, access } = await openMailbox()
  const sent = await smtp.send(access(), [
    messageTo('li@a.cn', '1000000001', { text: '<b>周五</b>' }),
    messageTo('zhao@a.cn', '1000000002', { isReminder: true }),
  ])
  expect(sent.map(({ is }) => is)).toEqual(['accepted', 'accepted'])
  expect(mails.map(({ to }) => to)).toEqual(['li@a.cn', 'zhao@a.cn'])
  expect(mails[0]?.raw).toContain('Message-ID: <1000000001@school.cn>')
  expect(mails[0]?.raw).not.toContain('<b>周五')
  expect(mails[0]?.raw).not.toMatch(/^List-Unsubscribe/m)
  expect(mails[1]?.raw).toMatch(/^List-Unsubscribe: <https:\/\/school\.cn\/profile\/index>/m)
})

test('an address that is gone is given up, one that is to wait is tried again, and the others get theirs', async () => {
  const { mails, access } = await openMailbox()
  const sent = await smtp.send(access(), [messageTo('gone@a.cn', '1'), messageTo('grey@a.cn', '2'), messageTo('li@a.cn', '3')])
  expect(sent.map(({ is }) => is)).toEqual(['failed', 'retry', 'accepted'])
  expect(mails).toHaveLength(1)
})

test('a wrong password breaks the channel, which the test of it says too', async () => {
  const { mails, access } = await openMailbox()
  await expect(smtp.send(access({ pass: 'wrong' }), [messageTo('li@a.cn', '1')])).rejects.toThrow(ChannelBroken)
  await expect(smtp.test(access({ pass: 'wrong' }))).rejects.toThrow('请核对')
  await smtp.test(access())
  expect(mails).toEqual([])
})

test('a connection that ends after the mail was given leaves it unknown, and the rest waits', async () => {
  const { mails, access } = await openMailbox({ breaksOff: true })
  const lot = [messageTo('li@a.cn', '1'), messageTo('zhao@a.cn', '2')]
  expect(await smtp.send(access(), lot)).toMatchObject([{ is: 'unknown' }, { is: 'retry' }])
  expect(mails).toHaveLength(1)
})

test('a mail server inside is reached only where the operator permits it', async () => {
  const { access } = await openMailbox()
  await expect(smtp.send(access({}, []), [messageTo('li@a.cn', '1')])).rejects.toThrow('ALLOW_INSIDE')
})

test('a sender that the account may not use breaks the channel, and is no fault of the receivers', async () => {
  const { mails, access } = await openMailbox()
  await expect(smtp.send(access({ from: 'stranger@school.cn' }), [messageTo('li@a.cn', '1')])).rejects.toThrow('发件人')
  expect(mails).toEqual([])
})

test('an address that is none is given up, and the others get theirs', async () => {
  const { mails, access } = await openMailbox()
  const sent = await smtp.send(access(), [messageTo('nobody', '1'), messageTo('li@a.cn', '2')])
  expect(sent.map(({ is }) => is)).toEqual(['failed', 'accepted'])
  expect(mails).toHaveLength(1)
})

test('a mail server that is not found or cannot be reached gets all of it later, and the test of the channel says so', async () => {
  const { access } = await openMailbox()
  const lot = [messageTo('li@a.cn', '1'), messageTo('zhao@a.cn', '2')]
  const unknown = access({ host: 'mail.invalid' })
  const closed = access({ port: '1' }, ['127.0.0.1:1'])
  for (const wrong of [unknown, closed]) {
    expect(await smtp.send(wrong, lot)).toMatchObject([{ is: 'retry' }, { is: 'retry' }])
    await expect(smtp.test(wrong)).rejects.toThrow('连不上发信服务器')
  }
})
