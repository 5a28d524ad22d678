import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/money/checkout'
import { useEffect, useEffectEvent, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { tabStorage } from '#web/lib/browser/storage.ts'
import { isNotFound } from '#web/lib/errors/api-error.ts'
import { type AttemptStatus, isUndecided, type PaymentPhase, phaseAfterAttempt } from './payment-phase.ts'

const keyOf = (userId: number) => `invoice-${userId}`

/**
 * The invoice of a payment without a known result. It survives a reload, so that the same payment never gets a second
 * invoice. It belongs to this tab and this user.
 */
export const storedInvoice = (userId: number): string | undefined => tabStorage.get(keyOf(userId))

export const storeInvoice = (userId: number, invoice: string): void => tabStorage.set(keyOf(userId), invoice)

export const removeStoredInvoice = (userId: number): void => tabStorage.remove(keyOf(userId))

/** Milliseconds between two status requests: short at first, then longer. */
const FIRST_INTERVAL_MS = 2500
const LATER_INTERVAL_MS = 15_000
const FIRST_REQUESTS = 24

const attemptQuery = (invoice: string) =>
  apiQuery('GET /api/v1/checkout-attempts/{invoice_id}/', { params: { invoice_id: invoice } })

/** The status of an invoice, polled until it is final. */
function useAttempt(invoice: string | undefined) {
  return useQuery({
    ...attemptQuery(invoice ?? ''),
    enabled: invoice !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (isNotFound(state.error) || (state.data && !isUndecided(state.data.state))) return false
      return state.dataUpdateCount + state.errorUpdateCount < FIRST_REQUESTS ? FIRST_INTERVAL_MS : LATER_INTERVAL_MS
    },
  })
}

/** `sent`: this page sent the payment or was opened to check it; otherwise the invoice is from before a reload. */
interface WatchedInvoice {
  invoice: string
  sent: boolean
}

const CONFIRMING: AttemptStatus = { state: 'confirming', message: CHECKOUT_CONFIRMING, transaction_id: null, purchase: null }

/** A sent payment without a known status counts as possibly charged. */
function pendingPhase(watched: WatchedInvoice | undefined, status: AttemptStatus | undefined): PaymentPhase | undefined {
  if (!watched || (!status && !watched.sent)) return undefined
  const attempt = status ?? CONFIRMING
  return isUndecided(attempt.state) ? phaseAfterAttempt(attempt, watched.sent).phase : undefined
}

interface Options {
  userId: number
  /** An invoice opened to check its payment status. */
  invoiceToCheck: string | undefined
  onEnd: (phase: PaymentPhase) => void
}

/** Watches an invoice without a final status: just sent, opened to check, or from before a reload. */
export function useWatchedInvoice({ userId, invoiceToCheck, onEnd }: Options) {
  const queries = useQueryClient()
  const [watched, setWatched] = useState<WatchedInvoice | undefined>(() => {
    const invoice = invoiceToCheck ?? storedInvoice(userId)
    return invoice === undefined ? undefined : { invoice, sent: invoiceToCheck !== undefined }
  })
  const { data, error } = useAttempt(watched?.invoice)

  const end = useEffectEvent((phase: PaymentPhase, keep: boolean) => {
    if (!keep && watched && storedInvoice(userId) === watched.invoice) removeStoredInvoice(userId)
    setWatched(undefined)
    onEnd(phase)
  })
  useEffect(() => {
    if (!watched || !data || isUndecided(data.state)) return
    const { phase, keep } = phaseAfterAttempt(data, watched.sent)
    end(phase, keep)
  }, [watched, data])
  useEffect(() => {
    if (isNotFound(error)) end({ at: 'form' }, false)
  }, [error])

  return {
    pending: pendingPhase(watched, data),
    /** True until it is known whether to show the form. */
    isChecking: watched !== undefined && !watched.sent && !data && !error,
    watch: (invoice: string) => {
      // A status from before the payment was sent is out of date.
      queries.removeQueries({ queryKey: attemptQuery(invoice).queryKey })
      setWatched({ invoice, sent: true })
    },
    stop: () => setWatched(undefined),
  }
}
