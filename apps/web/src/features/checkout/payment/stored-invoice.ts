/**
 * The invoice of a payment without a known result. It survives a reload, so that the same payment never gets a second
 * invoice. It belongs to this tab and this user.
 */
import { tabStorage } from '#web/lib/browser/storage.ts'

const keyOf = (userId: number) => `invoice-${userId}`

export const storedInvoice = (userId: number): string | undefined => tabStorage.get(keyOf(userId))

export const storeInvoice = (userId: number, invoice: string): void => tabStorage.set(keyOf(userId), invoice)

export const removeStoredInvoice = (userId: number): void => tabStorage.remove(keyOf(userId))
