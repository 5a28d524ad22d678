/**
 * Authorize.Net: https://developer.authorize.net/api/reference. Each domain has its own account. Cards come as tokens of
 * Accept.js; the portal never sends a card number.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CardEntry, PaymentGateway, SettingsOf } from '#api/platform/ports/payments.ts'
import { type AuthorizenetContext, accountIn, authorizenetAccount, scriptUrlOf } from './authorizenet/account.ts'
import { addCard, deleteCard, ensureCustomer, listCards } from './authorizenet/cards.ts'
import { testConnection } from './authorizenet/connection-test.ts'
import { parseNotice, SIGNATURE_HEADER, signatureKind } from './authorizenet/notice.ts'
import { findCharges, findRefund, getTransaction } from './authorizenet/search.ts'
import { charge, refund, voidTransaction } from './authorizenet/transactions.ts'

interface Options {
  settingsOf: SettingsOf
  /** For tests: a fake server instead of Authorize.Net. */
  url?: string
  timeoutMs?: number
  now?: () => Date
  /** For tests: waits between two attempts. */
  pause?: (milliseconds: number) => Promise<unknown>
}

const INCOMPLETE = { success: false, message: 'Enter the API login ID and the transaction key.' }

/** Shorter than the portal waits for a charge. */
const TIMEOUT = 25_000

async function cardEntryOf({ accountOf }: AuthorizenetContext, domainId: number): Promise<CardEntry> {
  const account = await accountOf(domainId)
  if (!account) return { kind: 'none' }
  const { environment, api_login_id, client_key } = account
  const settings = { gateway: 'authorizenet' as const, environment, api_login_id, client_key, script: scriptUrlOf(account) }
  return { kind: 'token', settings }
}

export function authorizenetGateway({ settingsOf, url, ...options }: Options) {
  const { timeoutMs = TIMEOUT, now = () => new Date(), pause = sleep } = options
  const accountOf = async (domainId: number) => accountIn(await settingsOf(domainId))
  const context: AuthorizenetContext = { accountOf, url, timeoutMs, now, pause }
  return {
    account: authorizenetAccount,
    cardEntry: (domainId) => cardEntryOf(context, domainId),
    charge: (order) => charge(context, order),
    void: (order) => voidTransaction(context, order),
    refund: (order) => refund(context, order),
    find: (query) => findCharges(context, query),
    get: (query) => getTransaction(context, query),
    findRefund: (query) => findRefund(context, query),
    ensureCustomer: ({ domainId, reference }) => ensureCustomer(context, domainId, reference),
    listCards: (query) => listCards(context, query),
    addCard: (query) => addCard(context, query),
    deleteCard: (query) => deleteCard(context, query),
    async readNotice({ domainId, body, headers }) {
      const account = await accountOf(domainId)
      const header = headers[SIGNATURE_HEADER]
      const kind = header && account?.signature_key && signatureKind(body, header, account.signature_key)
      return kind ? parseNotice(body) : undefined
    },
    async testConnection(settings) {
      const account = accountIn(settings)
      return account ? testConnection({ context, account }) : INCOMPLETE
    },
  } satisfies PaymentGateway
}
