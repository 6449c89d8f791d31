// Shows what is pushed while no page is open, and opens its page; keeps and answers nothing else.
type Extended = Event & { waitUntil(work: Promise<unknown>): void }
type Pushed = Extended & { data: { json(): unknown } | null }
type Clicked = Extended & { notification: Notification }
type Worker = {
  registration: ServiceWorkerRegistration
  clients: { openWindow(url: string): Promise<unknown> }
  addEventListener(kind: 'push', listener: (event: Pushed) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: Clicked) => void): void
}

const worker = globalThis as unknown as Worker

worker.addEventListener('push', (event) => {
  const { title = '新消息', text = '', url = '' } = (event.data?.json() ?? {}) as { title?: string; text?: string; url?: string }
  event.waitUntil(worker.registration.showNotification(title, { body: text, data: url, tag: url }))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(worker.clients.openWindow(String(notification.data) || '/message/index'))
})
