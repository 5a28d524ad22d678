import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/checkout'
import { useEffect, useEffectEvent, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { forgetInvoice, openInvoice } from './invoice.ts'
import { type AttemptStatus, isOpen, type Phase, phaseAfterAttempt } from './payment-phase.ts'

/** Milliseconds between two status requests: short at first, then longer. */
const SOON = 2500
const LATER = 15_000
const SOON_LOOKS = 24

const lookUp = (invoice: string) => apiQuery('GET /api/v1/checkout-attempts/{invoice_id}/', { params: { invoice_id: invoice } })
const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

/** The status of an invoice, polled until it is final. */
function useAttempt(invoice: string | undefined) {
  return useQuery({
    ...lookUp(invoice ?? ''),
    enabled: invoice !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (isUnknown(state.error) || (state.data && !isOpen(state.data.state))) return false
      return state.dataUpdateCount + state.errorUpdateCount < SOON_LOOKS ? SOON : LATER
    },
  })
}

/** `sent`: this page sent the payment or was opened to check it; otherwise the invoice is from before a reload. */
interface Watched {
  invoice: string
  sent: boolean
}

const UNSURE: AttemptStatus = { state: 'confirming', message: CHECKOUT_CONFIRMING, transaction_id: null }

/** A sent payment without a known status counts as possibly charged. */
function pendingPhase(watched: Watched | undefined, seen: AttemptStatus | undefined): Phase | undefined {
  if (!watched || (!seen && !watched.sent)) return undefined
  const shown = seen ?? UNSURE
  return isOpen(shown.state) ? phaseAfterAttempt(shown, watched.sent).phase : undefined
}

interface Options {
  userId: number
  /** An invoice opened to check its payment status. */
  asked: string | undefined
  onEnd: (phase: Phase) => void
}

/** Watches an invoice without a final status: just sent, opened to check, or from before a reload. */
export function useWatchedInvoice({ userId, asked, onEnd }: Options) {
  const queries = useQueryClient()
  const [watched, setWatched] = useState<Watched | undefined>(() => {
    const invoice = asked ?? openInvoice(userId)
    return invoice === undefined ? undefined : { invoice, sent: asked !== undefined }
  })
  const { data, error } = useAttempt(watched?.invoice)

  const end = useEffectEvent((phase: Phase, keep: boolean) => {
    if (!keep && watched && openInvoice(userId) === watched.invoice) forgetInvoice(userId)
    setWatched(undefined)
    onEnd(phase)
  })
  useEffect(() => {
    if (!watched || !data || isOpen(data.state)) return
    const { phase, keep } = phaseAfterAttempt(data, watched.sent)
    end(phase, keep)
  }, [watched, data])
  useEffect(() => {
    if (isUnknown(error)) end({ at: 'form' }, false)
  }, [error])

  return {
    pending: pendingPhase(watched, data),
    /** True until it is known whether to show the form. */
    looking: watched !== undefined && !watched.sent && !data && !error,
    watch: (invoice: string) => {
      // A status from before the payment was sent is out of date.
      queries.removeQueries({ queryKey: lookUp(invoice).queryKey })
      setWatched({ invoice, sent: true })
    },
    stop: () => setWatched(undefined),
  }
}
