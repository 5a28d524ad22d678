import { createFileRoute } from '@tanstack/react-router'
import { TeamCentersScreen } from '#web/features/centers/team-centers-screen.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  kind: asOneOf('harvest_center', 'referral_harvest_center'),
  sales_rep_id: asId,
  ...listSearch,
})

export const Route = createFileRoute('/_app/team-centers')({ validateSearch, component: TeamCentersScreen })
