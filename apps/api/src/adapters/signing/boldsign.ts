/**
 * BoldSign: https://developers.boldsign.com. It creates templates and documents some time after it has answered their ids, and it
 * counts requests by the hour. Its webhook says when something has happened, and its `properties` say what; the portal seldom
 * asks by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignatureProvider } from '#api/platform/ports/signing.ts'
import { accessOf, boldsignAccount } from './boldsign/account.ts'
import { boldsignClient } from './boldsign/client.ts'
import type { BoldsignContext } from './boldsign/context.ts'
import { documentCalls } from './boldsign/document-calls.ts'
import { readNotice } from './boldsign/notice.ts'
import { templateCalls } from './boldsign/template-calls.ts'

interface Options {
  /** For tests: the API of a fake server, instead of the region's. */
  url?: string
  now?: () => number
  timeoutMs?: number
  /** For tests: waits between two attempts. */
  pause?: (milliseconds: number) => Promise<unknown>
}

export function boldsignSigning({ url, now = Date.now, timeoutMs = 20_000, pause = sleep }: Options = {}): SignatureProvider {
  const context: BoldsignContext = {
    clientOf: ({ settings = {} }) => boldsignClient(accessOf(settings, url), { timeoutMs, now }),
    now,
    pause,
  }
  return {
    name: 'boldsign',
    account: boldsignAccount,
    ...templateCalls(context),
    ...documentCalls(context),
    readNotice: async ({ settings = {} }, request) => readNotice(settings, request, Date.now()),
  }
}
