import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Checkout } from '@vialdesk/contract/checkout'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { request } from '#web/lib/api/request.ts'
import { failedPhase, mayBeCharged, needsNewInvoice, type PaymentPhase } from './payment-phase.ts'
import { removeStoredInvoice, storedInvoice, storeInvoice } from './stored-invoice.ts'
import { useWatchedInvoice } from './use-watched-invoice.ts'

/** Reserving is a GET that writes, so it never goes through the query cache. */
async function reserveInvoice(userId: number): Promise<string> {
  const open = storedInvoice(userId)
  if (open) return open
  const { transaction_id } = await request<{ transaction_id: string }>('GET /api/v1/transactions/get-last-id/')
  storeInvoice(userId, transaction_id)
  return transaction_id
}

/** The mutation variables hold the card, so the cache must drop them at once. */
function useCharge() {
  const { mutateAsync, reset } = useMutation({
    ...apiMutation('POST /api/v1/transactions/'),
    gcTime: 0,
    meta: { handlesErrors: true, keepsScreen: true },
  })
  return (body: Checkout) => mutateAsync({ body }).finally(reset)
}

interface Options {
  userId: number
  /** An invoice opened to check its payment status. */
  invoiceToCheck: string | undefined
  /** The card is no longer needed, although the result is not known yet. */
  onPending: () => void
  onDone: () => void
  /** Field errors after a refusal without a charge. */
  onRefused: (refusal: ApiError) => void
}

/** One payment at a time, under one invoice, until its result is known. */
export function usePayment({ userId, invoiceToCheck, onPending, onDone, onRefused }: Options) {
  const queries = useQueryClient()
  const charge = useCharge()
  const [phase, setPhase] = useState<PaymentPhase>({ at: 'form' })
  const changePhase = (next: PaymentPhase) => {
    setPhase(next)
    if (next.at !== 'done') return
    onDone()
    void queries.invalidateQueries()
  }
  const watched = useWatchedInvoice({ userId, invoiceToCheck, onEnd: changePhase })

  const refused = (error: unknown) => {
    changePhase(failedPhase(error))
    if (!(error instanceof ApiError)) return
    if (error.code === 'price_changed') void queries.invalidateQueries({ queryKey: ['GET /api/v1/products/{id}/'] })
    onRefused(error)
  }

  const waitForResult = (invoice: string) => {
    watched.watch(invoice)
    setPhase({ at: 'form' })
    onPending()
  }

  const submitPayment = async (body: Checkout, again = false): Promise<void> => {
    const invoice = await reserveInvoice(userId).catch(refused)
    if (!invoice) return
    try {
      const answer = await charge({ ...body, invoice_id: invoice })
      if (answer.code === 'pending') return waitForResult(answer.invoice_id)
      removeStoredInvoice(userId)
      watched.stop()
      changePhase({ at: 'done', message: answer.message, transactionId: answer.transaction_id })
    } catch (error) {
      if (needsNewInvoice(error)) removeStoredInvoice(userId)
      if (needsNewInvoice(error) && !again) return submitPayment(body, true)
      if (mayBeCharged(error)) waitForResult(invoice)
      else refused(error)
    }
  }

  return {
    phase: phase.at === 'paying' ? phase : (watched.pending ?? phase),
    isChecking: watched.isChecking,
    pay: (body: Checkout) => {
      setPhase({ at: 'paying' })
      return submitPayment(body)
    },
    backToForm: () => setPhase({ at: 'form' }),
    /** Starts another purchase; the server finishes the open one. */
    startAnother: () => {
      removeStoredInvoice(userId)
      watched.stop()
      setPhase({ at: 'form' })
    },
  }
}
