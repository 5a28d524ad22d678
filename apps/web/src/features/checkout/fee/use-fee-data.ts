import { useQuery } from '@tanstack/react-query'
import { productIds } from '@vialdesk/contract/products'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'

export interface FeeData {
  me: Answer<'GET /api/v1/users/{id}/'>
  product: Answer<'GET /api/v1/products/{id}/'>
  locations: Answer<'GET /api/v1/locations/user/{id}/'>
  cards: Answer<'POST /api/v1/billing-profiles/get-profile/'>['payments']
  /** The saved cards failed to load; a new card still works. */
  cardsFailed: boolean
}

/** Refetches on mount: prices and saved cards may have changed. */
const refetchOnMount = { staleTime: 0, refetchOnWindowFocus: false } as const

/** Whether the center has an active sales rep; undefined while loading. */
function useSalesRepCheck(me: FeeData['me'] | undefined) {
  const id = me?.saless_rep_id ?? undefined
  const check = useQuery({
    ...apiQuery('GET /api/v1/sales-rep/{id}/user-exists/', { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  return { check, exists: me && id === undefined ? false : check.data?.exists }
}

/** The data that the form needs at the start. */
export function useFeeData(userId: number) {
  const me = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: userId } }))
  const product = useQuery({
    ...apiQuery('GET /api/v1/products/{id}/', { params: { id: productIds.processing_fee } }),
    ...refetchOnMount,
  })
  const locations = useQuery(apiQuery('GET /api/v1/locations/user/{id}/', { params: { id: userId } }))
  const cards = useQuery({
    ...apiQuery('POST /api/v1/billing-profiles/get-profile/', { body: { user_id: userId } }),
    ...refetchOnMount,
  })
  const rep = useSalesRepCheck(me.data)
  const needed = [me, product, locations, rep.check]
  const data: FeeData | undefined =
    me.data && product.data && locations.data && rep.exists && !cards.isPending
      ? {
          me: me.data,
          product: product.data,
          locations: locations.data,
          cards: cards.data?.payments ?? [],
          cardsFailed: cards.isError,
        }
      : undefined
  return {
    data,
    error: needed.find(({ error, data: loaded }) => error && loaded === undefined)?.error ?? null,
    refetch: () => Promise.all(needed.filter(({ isError }) => isError).map((query) => query.refetch())),
    repMissing: rep.exists === false,
  }
}
