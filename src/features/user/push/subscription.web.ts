import workerAddress from './pushWorker.web.ts?worker&url'

/** Tells whether this browser takes pushed messages; iPhones do from a page on the home screen alone. */
export const takesPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns the subscription of this browser; null where there is none. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!takesPush()) return null
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const found = await registration.pushManager.getSubscription()
    if (found) return found
  }
  return null
}

/** Describes what a browser did when it was asked to take pushed messages. */
export type Asked = { endpoint: string; p256dh: string; auth: string } | 'denied' | 'failed'

/** Asks the person for permission, and subscribes this browser under a key. */
export async function subscribe(applicationServerKey: string): Promise<Asked> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    const registration = await navigator.serviceWorker.register(workerAddress)
    const { pushManager } = await activated(registration)
    const made = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON()
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made
    return { endpoint, p256dh, auth }
  } catch {
    return 'failed'
  }
}

// Waits until the worker runs: before, a browser subscribes to nothing.
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const coming = registration.installing ?? registration.waiting
  if (coming)
    await new Promise<void>((resolve) =>
      coming.addEventListener('statechange', () => coming.state === 'activated' && resolve(), { once: false }),
    )
  return registration
}
