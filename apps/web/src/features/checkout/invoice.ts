/**
 * The invoice of a payment without a known result. It survives a reload, so that the same payment never gets a second
 * invoice. It belongs to this tab and this user.
 */
import { storageKey } from '#web/lib/browser/storage.ts'

const memory = new Map<string, string>()
const keyOf = (userId: number) => storageKey(`invoice-${userId}`)

export function storedInvoice(userId: number): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(userId)) ?? undefined
  } catch {
    return memory.get(keyOf(userId))
  }
}

export function storeInvoice(userId: number, invoice: string): void {
  memory.set(keyOf(userId), invoice)
  try {
    sessionStorage.setItem(keyOf(userId), invoice)
  } catch {
    // Memory has it already.
  }
}

export function removeStoredInvoice(userId: number): void {
  memory.delete(keyOf(userId))
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {
    // It was never there.
  }
}
