import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/lib/api.ts'
import { CHOICES_STALE_TIME, type Choices, choicesOf } from '#web/lib/choices.ts'

export const useProducts = (): Choices =>
  choicesOf(useQuery({ ...ask('GET /api/v1/products/list-all-options/'), staleTime: CHOICES_STALE_TIME }))
