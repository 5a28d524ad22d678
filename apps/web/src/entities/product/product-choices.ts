import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { CHOICES_STALE_TIME, type Choices, choicesOf } from '#web/lib/forms/choices.ts'

export const useProductChoices = (): Choices =>
  choicesOf(useQuery({ ...apiQuery('GET /api/v1/products/list-all-options/'), staleTime: CHOICES_STALE_TIME }))
