import { MAX_SORTED_OFFSET, SORTED_TOO_DEEP } from '@vialdesk/contract/primitives'
import { failField } from './errors/fail.ts'

/** In another order than its own, a list reads all rows before the page (decision 070). Answers the query. */
export function refuseDeepOffset<Query>(query: Query): Query {
  const { sort, offset } = (query ?? {}) as { sort?: unknown; offset?: unknown }
  if (sort !== undefined && Number(offset) > MAX_SORTED_OFFSET) failField('offset', SORTED_TOO_DEEP)
  return query
}
