import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Checkout, PatientCheckout } from '@vialdesk/contract/money/checkout'
import { useState } from 'react'
import type { CheckoutKind } from '#web/features/checkout/form/price.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { failedPhase, mayBeCharged, needsNewInvoice, type PaymentPhase } from './payment-phase.ts'
import { removeStoredInvoice, storedInvoice, storeInvoice, useWatchedInvoice } from './use-watched-invoice.ts'

/** Reserving is a GET that writes, so it never goes through the query cache. */
async function reserveInvoice(userId: number): Promise<string> {
  const open = storedInvoice(userId)
  if (open) return open
  const { transaction_id } = await request('GET /api/v1/transactions/get-last-id/')
  storeInvoice(userId, transaction_id)
  return transaction_id
}

/** The mutation variables hold the card, so the cache must drop them at once. */
const chargeOptions = { gcTime: 0, meta: { handlesErrors: true, keepsScreen: true } } as const

function useCharge(kind: CheckoutKind) {
  const asCenter = useMutation({ ...apiMutation('POST /api/v1/transactions/'), ...chargeOptions })
  const asPatient = useMutation({ ...apiMutation('POST /api/v1/users/patient/checkout/'), ...chargeOptions })
  return (body: PatientCheckout) =>
    kind === 'patient_vials'
      ? asPatient.mutateAsync({ body }).finally(asPatient.reset)
      : // The form of a center requires all fields.
        asCenter.mutateAsync({ body: body as Checkout }).finally(asCenter.reset)
}

interface Options {
  kind: CheckoutKind
  userId: number
  /** An invoice opened to check its payment status. */
  invoiceToCheck: string | undefined
  /** The card is no longer needed, although the result is not known yet. */
  onPending: () => void
  onDone: () => void
  /** The bank refused the card. */
  onDeclined: (decline: { title: string; body: string }) => void
  /** Field errors after a refusal without a charge. */
  onRefused: (refusal: unknown) => void
}

/** One payment at a time, under one invoice, until its result is known. */
export function usePayment({ kind, userId, invoiceToCheck, onPending, onDone, onDeclined, onRefused }: Options) {
  const queries = useQueryClient()
  const charge = useCharge(kind)
  const [phase, setPhase] = useState<PaymentPhase>({ at: 'form' })
  const changePhase = (next: PaymentPhase) => {
    setPhase(next)
    if (next.at === 'failed' && next.declined) onDeclined(next)
    if (next.at !== 'done') return
    onDone()
    void queries.invalidateQueries()
  }
  const watched = useWatchedInvoice({ userId, invoiceToCheck, onEnd: changePhase })

  const refused = (error: unknown) => {
    changePhase(failedPhase(error))
    if (error instanceof ApiError && error.code === 'price_changed')
      void queries.invalidateQueries({ queryKey: ['GET /api/v1/products/{id}/'] })
    onRefused(error)
  }

  const waitForResult = (invoice: string) => {
    watched.watch(invoice)
    setPhase({ at: 'form' })
    onPending()
  }

  const submitPayment = async (body: PatientCheckout, again = false): Promise<void> => {
    const invoice = await reserveInvoice(userId).catch(refused)
    if (!invoice) return
    try {
      const answer = await charge({ ...body, invoice_id: invoice })
      if (answer.code === 'pending') return waitForResult(answer.invoice_id)
      removeStoredInvoice(userId)
      watched.stop()
      changePhase({ at: 'done', message: answer.message, transactionId: answer.transaction_id, purchase: answer.purchase })
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
    /** `prepare` seals the card for the gateway. Nothing is charged if it fails. */
    pay: async (prepare: () => Promise<PatientCheckout>) => {
      setPhase({ at: 'paying' })
      const order = await prepare().catch(refused)
      if (order) await submitPayment(order)
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
