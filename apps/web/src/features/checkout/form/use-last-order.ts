import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'

/** The last order of a patient. Its address is offered to a buyer without one. A failure only leaves the fields blank. */
export function useLastOrder(patientId: number, enabled: boolean) {
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
