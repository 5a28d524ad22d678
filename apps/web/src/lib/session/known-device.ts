/**
 * The marker of this browser, which the server gives at a log-in. It admits nobody. With it, wrong passwords that strangers try do not lock
 * out this browser. It stays after a log-out.
 */
import { browserStorage } from '#web/lib/browser/storage.ts'

const KEY = 'device'
const shape = /^[\w-]{20,100}$/

export const saveDevice = (device: string) => browserStorage.set(KEY, device)

/** Part of the body of a log-in. A value that somebody changed is left out, because the server would refuse it. */
export function knownDevice(): { device?: string } {
  const device = browserStorage.get(KEY)
  return device && shape.test(device) ? { device } : {}
}
