import { useQuery } from '@tanstack/react-query'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import type { CheckoutKind } from './price.ts'

/** The last order of a patient. Its address is offered to a buyer without one. A failure only leaves the fields blank. */
function useLastOrder(patientId: number, enabled: boolean) {
  const orders = useQuery({
    ...apiQuery('GET /api/v1/users/patient/{id}/purchases/', { params: { id: patientId }, query: { limit: 1 } }),
    enabled,
  })
  const last = orders.data?.results[0]?.id
  const order = useQuery({
    ...apiQuery('GET /api/v1/transactions/{id}/', { params: { id: last ?? 0 } }),
    enabled: enabled && last !== undefined,
  })
  const isPending = enabled && (orders.isPending || (last !== undefined && order.isPending))
  return { isPending, billing: order.data?.billing, shipping: order.data?.shipping }
}

export type CheckoutProduct = Answer<'GET /api/v1/products/{id}/'>

/** Refetches on mount: prices and saved cards may have changed. */
const refetchOnMount = { staleTime: 0, refetchOnWindowFocus: false } as const

/** Whether the buyer has an active sales rep; undefined while loading. */
function useSalesRepCheck(me: Answer<'GET /api/v1/users/{id}/'> | undefined) {
  const id = me?.saless_rep_id ?? undefined
  const check = useQuery({
    ...apiQuery('GET /api/v1/sales-rep/{id}/user-exists/', { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  return { check, exists: me && id === undefined ? false : check.data?.exists }
}

function useCenters(kind: CheckoutKind, userId: number) {
  const enabled = kind === 'harvest_fee'
  const query = useQuery({ ...apiQuery('GET /api/v1/harvest-centers/public-options/{id}/', { params: { id: userId } }), enabled })
  return { query, centers: enabled ? query.data : [] }
}

/** The data that the form needs at the start. */
export function useCheckoutData(kind: CheckoutKind, userId: number, productId: number) {
  const me = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: userId } }))
  const product = useQuery({ ...apiQuery('GET /api/v1/products/{id}/', { params: { id: productId } }), ...refetchOnMount })
  const locations = useQuery(apiQuery('GET /api/v1/locations/user/{id}/', { params: { id: userId } }))
  const settings = useQuery(apiQuery('POST /auth/authorizenet/'))
  const cards = useQuery({
    ...apiQuery('POST /api/v1/billing-profiles/get-profile/', { body: { user_id: userId } }),
    ...refetchOnMount,
  })
  const rep = useSalesRepCheck(me.data)
  const { query: centerQuery, centers } = useCenters(kind, userId)
  const hasNoAddress = locations.data?.length === 0 && me.data !== undefined && !me.data.address1
  const { isPending: waitsForOrder, ...lastOrder } = useLastOrder(userId, kind === 'patient_vials' && hasNoAddress)
  const needed = [me, product, locations, settings, rep.check, centerQuery]
  const data =
    me.data && product.data && locations.data && settings.data && centers && rep.exists && !cards.isPending && !waitsForOrder
      ? {
          kind,
          me: me.data,
          product: product.data,
          locations: locations.data,
          settings: settings.data,
          /** The harvest centers of a referral center; empty for other checkouts. */
          centers,
          /** The addresses of the last order, for a buyer who has no other. */
          lastOrder,
          cards: cards.data?.payments ?? [],
          /** The saved cards failed to load; a new card still works. */
          cardsFailed: cards.isError,
        }
      : undefined
  return {
    data,
    error: needed.find(({ error, data: loaded }) => error && loaded === undefined)?.error ?? null,
    refetch: () => Promise.all(needed.filter(({ isError }) => isError).map((query) => query.refetch())),
    /** The buyer, as soon as known: it decides whether the form is shown at all. */
    me: me.data,
    product,
    repMissing: rep.exists === false,
  }
}

export type CheckoutData = NonNullable<ReturnType<typeof useCheckoutData>['data']>
